/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_CPUID_DESCRIPTORS_H
#define MEMBENCH_CACHES_CPUID_DESCRIPTORS_H

#include "caches/cache.h"

/* What one byte of CPUID leaf 2 stands for (Intel SDM volume 2A, table 3-12). */
struct cpuid_descriptor {
	unsigned char byte, level;
	enum cache_kind kind;
	unsigned kib, line_bytes;
};

/* NULL for a byte that is no cache: a TLB, a prefetch size, or nothing. */
const struct cpuid_descriptor *cpuid_descriptor_find(unsigned byte);

#endif
