/* SPDX-License-Identifier: MIT */
/* kernels: 16-byte vectors (SSE2, part of every x86-64). Knows no other width. */
#define NAME(op)    sse2_##op
#define WIDTH       16
#define VECTOR(n)   "%%xmm" #n
#define MOVE        "movups"
#define MOVE_NT     "movntps"
#define COMPUTE(op, from, to) op " " from ", " to
#define LEAVE       ""

#include "platform/features.h"
#include "x86_vector.inc"

#define NEEDS FEATURE_SSE2

static const struct kernel rows[] = {
	/* name     op         needs  width  preference stores     whole  run */
	{ "sse2",    OP_COPY,  NEEDS, WIDTH, 0, STORES_ORDINARY,    false, sse2_copy },
	{ "sse2",    OP_READ,  NEEDS, WIDTH, 0, STORES_NONE,        false, sse2_read },
	{ "sse2",    OP_WRITE, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, sse2_write },
	{ "sse2",    OP_SCALE, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, sse2_scale },
	{ "sse2",    OP_ADD,   NEEDS, WIDTH, 0, STORES_ORDINARY,    false, sse2_add },
	{ "sse2",    OP_TRIAD, NEEDS, WIDTH, 0, STORES_ORDINARY,    false, sse2_triad },
	{ "sse2-nt", OP_COPY,  NEEDS, WIDTH, -1, STORES_NONTEMPORAL, false, sse2_copy_nt },
	{ "sse2-nt", OP_WRITE, NEEDS, WIDTH, -1, STORES_NONTEMPORAL, false, sse2_write_nt },
};
const struct kernel_table sse2_kernels = KERNEL_TABLE(rows);
