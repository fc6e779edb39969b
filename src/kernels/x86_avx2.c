/* SPDX-License-Identifier: MIT */
/* kernels: 32-byte vectors (AVX2). Knows no other width. */
#define NAME(op)    avx2_##op
#define WIDTH       32
#define VECTOR(n)   "%%ymm" #n
#define MOVE        "vmovups"
#define MOVE_NT     "vmovntps"
#define COMPUTE(op, from, to) "v" op " " from ", " to ", " to
/* Dirty upper halves would slow the SSE code that runs next. */
#define LEAVE       "vzeroupper\n\t"

#include "platform/features.h"
#include "x86_vector.inc"

/*
 * Vectors while source and destination fit an L1 of 48K, `rep movsb` beyond. Ordinary
 * stores first fetch the line they overwrite; microcode need not, and no order of loads,
 * stores and prefetches made up for it (Zen 5, L2: 80 against 107 GB/s).
 */
static void avx2_movsb_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	const size_t vector_bytes = 20 * 1024; /* twice that: outside an L1 of 32K */

	if (bytes <= vector_bytes)
		avx2_copy(stream, bytes, passes);
	else
		movsb_copy(stream, bytes, passes);
}

#define NEEDS FEATURE_AVX2
#define NEEDS_BOTH (FEATURE_AVX2 | FEATURE_ERMS)

static const struct kernel rows[] = {
	/* name       op         needs  width  preference stores      whole  run */
	{ "avx2+movsb", OP_COPY, NEEDS_BOTH, WIDTH, 1, STORES_CHOSEN, false, avx2_movsb_copy },
	{ "avx2",     OP_COPY,  NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx2_copy },
	{ "avx2",     OP_READ,  NEEDS, WIDTH, 0, STORES_NONE,        false, avx2_read },
	{ "avx2",     OP_WRITE, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx2_write },
	{ "avx2",     OP_SCALE, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx2_scale },
	{ "avx2",     OP_ADD,   NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx2_add },
	{ "avx2",     OP_TRIAD, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx2_triad },
	{ "avx2-nt",  OP_COPY,  NEEDS, WIDTH, -1, STORES_NONTEMPORAL, false, avx2_copy_nt },
	{ "avx2-nt",  OP_WRITE, NEEDS, WIDTH, -1, STORES_NONTEMPORAL, false, avx2_write_nt },
};
const struct kernel_table avx2_kernels = KERNEL_TABLE(rows);
