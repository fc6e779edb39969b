/* SPDX-License-Identifier: MIT */
/* platform: CPUID and XGETBV. Knows nothing of what their bits mean. */
#include "platform/features.h"

#define OSXSAVE (UINT32_C(1) << 27) /* leaf 1, ECX: XGETBV may be used */

int features_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t registers[4])
{
	__asm__ volatile("cpuid"
	                 : "=a"(registers[0]), "=b"(registers[1]), "=c"(registers[2]),
	                   "=d"(registers[3])
	                 : "0"(leaf), "2"(subleaf));
	return 0;
}

static uint64_t read_xcr0(void)
{
	uint32_t low, high;

	__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return (uint64_t)high << 32 | low;
}

uint64_t features_detect(void)
{
	struct x86_report report = { .xcr0 = 0 };
	uint32_t highest[4];

	(void)features_cpuid(0, 0, highest);
	(void)features_cpuid(1, 0, report.leaf1);
	/* Past the highest leaf Intel's answers with the last one: not zero. */
	if (highest[0] >= 7)
		(void)features_cpuid(7, 0, report.leaf7);
	if (report.leaf1[2] & OSXSAVE)
		report.xcr0 = read_xcr0();
	return features_of_x86(&report);
}
