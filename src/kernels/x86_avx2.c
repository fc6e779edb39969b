/* SPDX-License-Identifier: MIT */
/* kernels: 32-byte vectors (AVX2). Knows no other width. */
#define NAME(op)    avx2_##op
#define WIDTH       32
#define VECTOR(n)   "%%ymm" #n
#define MOVE        "vmovups"
#define MOVE_NT     "vmovntps"
#define COMPUTE(op, from, to) "v" op " " from ", " to ", " to
/* Dirty upper halves would slow the SSE code that runs next. */
#define LEAVE       __asm__ volatile("vzeroupper")

#include "platform/features.h"
#include "x86_vector.inc"

#define NEEDS FEATURE_AVX2

static const struct kernel rows[] = {
	/* name       op         needs  width  preference stores      whole  run */
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
