/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_PLATFORM_FEATURES_H
#define MEMBENCH_PLATFORM_FEATURES_H

#include <stdint.h>

/* Instruction sets that both the CPU has and the operating system enables. */
enum {
	FEATURE_SSE2 = 1 << 0,
	FEATURE_AVX2 = 1 << 1,
	FEATURE_AVX512 = 1 << 2,  /* F, with the state enabled in XCR0 */
	FEATURE_ERMS = 1 << 3,    /* enhanced rep movsb/stosb */
	FEATURE_NEON = 1 << 4,
};

/* Asked of the hardware each time it is called; keep the answer. */
uint64_t features_detect(void);

/* "avx2" for FEATURE_AVX2 and so on; NULL past the last. For messages and `info`. */
const char *features_name(unsigned index);

/*
 * The raw CPUID instruction on x86 (leaf in, EAX EBX ECX EDX out). Returns -1 where the
 * architecture has none, 0 otherwise.
 */
int features_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t registers[4]);

#endif
