/* SPDX-License-Identifier: MIT */
/* platform: AArch64, where Advanced SIMD is part of every Linux and POSIX ABI. */
#include "platform/features.h"

uint64_t features_detect(void)
{
	return FEATURE_NEON;
}

int features_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t registers[4])
{
	(void)leaf, (void)subleaf, (void)registers;
	return -1;
}
