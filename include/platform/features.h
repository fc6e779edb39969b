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

/*
 * The kind of the core that this runs on: larger is faster; 0 where it does not say that
 * cores differ here. Intel: leaf 1A, if leaf 7 says hybrid (SDM vol. 2, CPUID); AMD: leaf
 * 80000026 (APM vol. 3, app. E).
 */
unsigned features_core_speed(void);
/* The same of given answers, as EAX EBX ECX EDX, zero if absent. */
unsigned features_core_speed_of(const uint32_t leaf7[4], const uint32_t leaf1a[4],
                                const uint32_t leaf80000026[4]);

/* What an x86 processor says of itself: registers as EAX EBX ECX EDX, zero if absent. */
struct x86_report {
	uint32_t leaf1[4], leaf7[4]; /* leaf 7: subleaf 0 */
	uint64_t xcr0;               /* state that the system saves; 0 without XSAVE */
};

/*
 * FEATURE_ bits of a report (Intel SDM vol. 1, 14.3 and 15.2; AMD APM vol. 3, app. E):
 * pure, so that processors and systems other than this one can be tried.
 */
uint64_t features_of_x86(const struct x86_report *report);

#endif
