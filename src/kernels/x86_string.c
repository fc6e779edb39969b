/* SPDX-License-Identifier: MIT */
/* kernels: string instructions. Knows no register. */
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
 * Ordinary stores first fetch the line they overwrite; microcode need not, and no order of
 * loads, stores and prefetches made up for it (Zen 5, copies in L2: 80 against 107 GB/s).
 */
#define NEEDS  FEATURE_ERMS
#define CHOSEN STORES_CHOSEN

static const struct kernel rows[] = {
	/* name     op        needs width role        stores  way         run */
	{ "movsb", OP_COPY,  NEEDS, 1, ROLE_TRIED, CHOSEN, WAY_PIECES, movsb_copy },
	{ "stosb", OP_WRITE, NEEDS, 1, ROLE_TRIED, CHOSEN, WAY_PIECES, stosb_write },
};
const struct kernel_table string_kernels = KERNEL_TABLE(rows);
