/* SPDX-License-Identifier: MIT */
/* kernels: 64-byte vectors (AVX-512 F). Knows no other width. */
#define NAME(op)    avx512_##op
#define WIDTH       64
#define VECTOR(n)   "%%zmm" #n
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
static void avx512_movsb_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	const size_t vector_bytes = 20 * 1024; /* twice that: outside an L1 of 32K */

	if (bytes <= vector_bytes)
		avx512_copy(stream, bytes, passes);
	else
		movsb_copy(stream, bytes, passes);
}

#define NEEDS FEATURE_AVX512
#define NEEDS_BOTH (FEATURE_AVX512 | FEATURE_ERMS)

static const struct kernel rows[] = {
	/* name       op         needs  width  preference stores      whole  run */
	{ "avx512+movsb", OP_COPY, NEEDS_BOTH, WIDTH, 1, STORES_CHOSEN, false, avx512_movsb_copy },
	{ "avx512",    OP_COPY,  NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx512_copy },
	{ "avx512",    OP_READ,  NEEDS, WIDTH, 0, STORES_NONE,        false, avx512_read },
	{ "avx512",    OP_WRITE, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx512_write },
	{ "avx512",    OP_SCALE, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx512_scale },
	{ "avx512",    OP_ADD,   NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx512_add },
	{ "avx512",    OP_TRIAD, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, avx512_triad },
	{ "avx512-nt", OP_COPY,  NEEDS, WIDTH, -1, STORES_NONTEMPORAL, false, avx512_copy_nt },
	{ "avx512-nt", OP_WRITE, NEEDS, WIDTH, -1, STORES_NONTEMPORAL, false, avx512_write_nt },
};
const struct kernel_table avx512_kernels = KERNEL_TABLE(rows);
