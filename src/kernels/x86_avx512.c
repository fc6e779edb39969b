/* SPDX-License-Identifier: MIT */
/* kernels: 64-byte vectors (AVX-512 F). Knows no other width. */
#define NAME(op)    avx512_##op
#define WIDTH       64
#define VECTOR(n)   "%%zmm" #n
#define MOVE        "vmovups"
#define MOVE_NT     "vmovntps"
#define COMPUTE(op, from, to) "v" op " " from ", " to ", " to
/* Dirty upper halves would slow the SSE code that runs next. */
#define LEAVE       __asm__ volatile("vzeroupper")

#include "platform/features.h"
#include "x86_vector.inc"

#define NEEDS FEATURE_AVX512

static const struct kernel rows[] = {
	/* name       op         needs  width  preference stores      whole  run */
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
