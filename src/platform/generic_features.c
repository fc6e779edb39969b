/* SPDX-License-Identifier: MIT */
/* platform: an architecture without kernels of its own has no feature they could need. */
#include "platform/features.h"

uint64_t features_detect(void)
{
	return 0;
}

int features_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t registers[4])
{
	(void)leaf, (void)subleaf, (void)registers;
	return -1;
}
