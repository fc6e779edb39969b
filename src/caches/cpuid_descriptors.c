/* SPDX-License-Identifier: MIT */
/* caches: the one-byte cache descriptors of CPUID leaf 2. A table and its look-up. */
#include "caches/cpuid_descriptors.h"

#include <stddef.h>

static const struct cpuid_descriptor descriptors[] = {
	{ 0x06, 1, CACHE_INSTRUCTION, 8, 32 },
	{ 0x08, 1, CACHE_INSTRUCTION, 16, 32 },
	{ 0x09, 1, CACHE_INSTRUCTION, 32, 64 },
	{ 0x0A, 1, CACHE_DATA, 8, 32 },
	{ 0x0C, 1, CACHE_DATA, 16, 32 },
	{ 0x0D, 1, CACHE_DATA, 16, 64 },
	{ 0x0E, 1, CACHE_DATA, 24, 64 },
	{ 0x1D, 2, CACHE_UNIFIED, 128, 64 },
	{ 0x21, 2, CACHE_UNIFIED, 256, 64 },
	{ 0x22, 3, CACHE_UNIFIED, 512, 64 },
	{ 0x23, 3, CACHE_UNIFIED, 1024, 64 },
	{ 0x24, 2, CACHE_UNIFIED, 1024, 64 },
	{ 0x25, 3, CACHE_UNIFIED, 2048, 64 },
	{ 0x29, 3, CACHE_UNIFIED, 4096, 64 },
	{ 0x2C, 1, CACHE_DATA, 32, 64 },
	{ 0x30, 1, CACHE_INSTRUCTION, 32, 64 },
	{ 0x41, 2, CACHE_UNIFIED, 128, 32 },
	{ 0x42, 2, CACHE_UNIFIED, 256, 32 },
	{ 0x43, 2, CACHE_UNIFIED, 512, 32 },
	{ 0x44, 2, CACHE_UNIFIED, 1024, 32 },
	{ 0x45, 2, CACHE_UNIFIED, 2048, 32 },
	{ 0x46, 3, CACHE_UNIFIED, 4096, 64 },
	{ 0x47, 3, CACHE_UNIFIED, 8192, 64 },
	{ 0x48, 2, CACHE_UNIFIED, 3072, 64 },
	{ 0x49, 2, CACHE_UNIFIED, 4096, 64 },
	{ 0x4A, 3, CACHE_UNIFIED, 6144, 64 },
	{ 0x4B, 3, CACHE_UNIFIED, 8192, 64 },
	{ 0x4C, 3, CACHE_UNIFIED, 12288, 64 },
	{ 0x4D, 3, CACHE_UNIFIED, 16384, 64 },
	{ 0x4E, 2, CACHE_UNIFIED, 6144, 64 },
	{ 0x60, 1, CACHE_DATA, 16, 64 },
	{ 0x66, 1, CACHE_DATA, 8, 64 },
	{ 0x67, 1, CACHE_DATA, 16, 64 },
	{ 0x68, 1, CACHE_DATA, 32, 64 },
	{ 0x78, 2, CACHE_UNIFIED, 1024, 64 },
	{ 0x79, 2, CACHE_UNIFIED, 128, 64 },
	{ 0x7A, 2, CACHE_UNIFIED, 256, 64 },
	{ 0x7B, 2, CACHE_UNIFIED, 512, 64 },
	{ 0x7C, 2, CACHE_UNIFIED, 1024, 64 },
	{ 0x7D, 2, CACHE_UNIFIED, 2048, 64 },
	{ 0x7F, 2, CACHE_UNIFIED, 512, 64 },
	{ 0x80, 2, CACHE_UNIFIED, 512, 64 },
	{ 0x82, 2, CACHE_UNIFIED, 256, 32 },
	{ 0x83, 2, CACHE_UNIFIED, 512, 32 },
	{ 0x84, 2, CACHE_UNIFIED, 1024, 32 },
	{ 0x85, 2, CACHE_UNIFIED, 2048, 32 },
	{ 0x86, 2, CACHE_UNIFIED, 512, 64 },
	{ 0x87, 2, CACHE_UNIFIED, 1024, 64 },
	{ 0xD0, 3, CACHE_UNIFIED, 512, 64 },
	{ 0xD1, 3, CACHE_UNIFIED, 1024, 64 },
	{ 0xD2, 3, CACHE_UNIFIED, 2048, 64 },
	{ 0xD6, 3, CACHE_UNIFIED, 1024, 64 },
	{ 0xD7, 3, CACHE_UNIFIED, 2048, 64 },
	{ 0xD8, 3, CACHE_UNIFIED, 4096, 64 },
	{ 0xDC, 3, CACHE_UNIFIED, 1536, 64 },
	{ 0xDD, 3, CACHE_UNIFIED, 3072, 64 },
	{ 0xDE, 3, CACHE_UNIFIED, 6144, 64 },
	{ 0xE2, 3, CACHE_UNIFIED, 2048, 64 },
	{ 0xE3, 3, CACHE_UNIFIED, 4096, 64 },
	{ 0xE4, 3, CACHE_UNIFIED, 8192, 64 },
	{ 0xEA, 3, CACHE_UNIFIED, 12288, 64 },
	{ 0xEB, 3, CACHE_UNIFIED, 18432, 64 },
	{ 0xEC, 3, CACHE_UNIFIED, 24576, 64 },
};

const struct cpuid_descriptor *cpuid_descriptor_find(unsigned byte)
{
	for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++) {
		if (descriptors[i].byte == byte)
			return &descriptors[i];
	}
	return NULL;
}
