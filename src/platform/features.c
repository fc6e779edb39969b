/* SPDX-License-Identifier: MIT */
/* platform: what instruction sets are called and what CPUID means. Asks no hardware. */
#include "platform/features.h"

#include <stdbool.h>
#include <stddef.h>

static const char *const names[] = { "sse2", "avx2", "avx512", "erms", "neon" };

const char *features_name(unsigned index)
{
	return index < sizeof names / sizeof *names ? names[index] : NULL;
}

enum { EBX = 1, ECX = 2, EDX = 3 };

/* XCR0: the upper halves of ymm; mask registers, upper halves of zmm, zmm16-31. */
#define XCR0_AVX    UINT64_C(0x06)
#define XCR0_AVX512 UINT64_C(0xE6)

static const struct {
	uint64_t feature;
	unsigned leaf, index, bit;
	uint64_t xcr0;
} x86_bits[] = {
	{ FEATURE_SSE2, 1, EDX, 26, 0 },
	{ FEATURE_AVX2, 7, EBX, 5, XCR0_AVX },
	{ FEATURE_ERMS, 7, EBX, 9, 0 },
	{ FEATURE_AVX512, 7, EBX, 16, XCR0_AVX512 },
};

uint64_t features_of_x86(const struct x86_report *report)
{
	uint64_t features = 0;

	for (size_t i = 0; i < sizeof x86_bits / sizeof *x86_bits; i++) {
		bool is_leaf1 = x86_bits[i].leaf == 1;
		const uint32_t *leaf = is_leaf1 ? report->leaf1 : report->leaf7;
		bool has = leaf[x86_bits[i].index] >> x86_bits[i].bit & 1;
		bool enabled = (report->xcr0 & x86_bits[i].xcr0) == x86_bits[i].xcr0;
		if (has && enabled)
			features |= x86_bits[i].feature;
	}
	return features;
}

#define HYBRID        (UINT32_C(1) << 15) /* leaf 7, EDX */
#define HETEROGENEOUS (UINT32_C(1) << 30) /* leaf 80000026, EAX */
enum { TYPE_CORE = 0x40, EFFICIENT = 1 };

unsigned features_core_speed_of(const uint32_t leaf7[4], const uint32_t leaf1a[4],
                                const uint32_t leaf80000026[4])
{
	if (leaf7[EDX] & HYBRID)
		return leaf1a[0] >> 24 == TYPE_CORE ? 2 : 1;
	if (leaf80000026[0] & HETEROGENEOUS)
		return leaf80000026[EBX] >> 28 == EFFICIENT ? 1 : 2;
	return 0;
}

/* Above the highest leaf that it names a CPU answers anything. */
static void ask(uint32_t range, uint32_t leaf, uint32_t registers[4])
{
	uint32_t highest[4] = { 0 };

	registers[0] = registers[1] = registers[2] = registers[3] = 0;
	if (features_cpuid(range, 0, highest) == 0 && highest[0] >= leaf)
		(void)features_cpuid(leaf, 0, registers);
}

unsigned features_core_speed(void)
{
	uint32_t leaf7[4], leaf1a[4], leaf80000026[4];

	ask(0, 7, leaf7);
	ask(0, 0x1A, leaf1a);
	ask(0x80000000, 0x80000026, leaf80000026);
	return features_core_speed_of(leaf7, leaf1a, leaf80000026);
}
