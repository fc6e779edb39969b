/* SPDX-License-Identifier: MIT */
/* kernels: string instructions, alone and where they beat vectors. Knows no register. */
#include "kernels/table.h"
#include "platform/features.h"

static void movsb_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		unsigned char *dst = stream->dst;
		const unsigned char *src = stream->src;
		size_t left = bytes;

		__asm__ volatile("rep movsb"
		                 : "+D"(dst), "+S"(src), "+c"(left)
		                 :
		                 : "memory");
	}
}

static void stosb_write(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		unsigned char *dst = stream->dst;
		size_t left = bytes;

		__asm__ volatile("rep stosb"
		                 : "+D"(dst), "+c"(left)
		                 : "a"(stream->value)
		                 : "memory");
	}
}

/*
 * Vectors while source and destination fit an L1 of 48K, `rep movsb` beyond. Ordinary
 * stores first fetch the line they overwrite; microcode need not, and no order of loads,
 * stores and prefetches made up for it (Zen 5, L2: 80 against 107 GB/s). Up to here two
 * blocks fit 48K; just below, they no longer fit an L1 of 32K.
 */
#define VECTOR_BYTES (20 * 1024)

static void mixed_avx2(const struct stream *stream, size_t bytes, size_t passes)
{
	(bytes <= VECTOR_BYTES ? avx2_copy : movsb_copy)(stream, bytes, passes);
}

static void mixed_avx512(const struct stream *stream, size_t bytes, size_t passes)
{
	(bytes <= VECTOR_BYTES ? avx512_copy : movsb_copy)(stream, bytes, passes);
}

#define BOTH(feature) (FEATURE_##feature | FEATURE_ERMS)
#define CHOSEN        STORES_CHOSEN

static const struct kernel rows[] = {
	/* name           op        needs      width  preference stores whole run */
	{ "movsb",        OP_COPY,  FEATURE_ERMS, 1,  -1, CHOSEN, false, movsb_copy },
	{ "stosb",        OP_WRITE, FEATURE_ERMS, 1,  -1, CHOSEN, false, stosb_write },
	{ "avx2+movsb",   OP_COPY,  BOTH(AVX2),   32, 1,  CHOSEN, false, mixed_avx2 },
	{ "avx512+movsb", OP_COPY,  BOTH(AVX512), 64, 1,  CHOSEN, false, mixed_avx512 },
};
const struct kernel_table string_kernels = KERNEL_TABLE(rows);
