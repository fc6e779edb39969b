/* SPDX-License-Identifier: MIT */
/* kernels: string instructions, which microcode widens. Knows no vector. */
#include "kernels/table.h"
#include "platform/features.h"

void movsb_copy(const struct stream *stream, size_t bytes, size_t passes)
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

static const struct kernel rows[] = {
	/* name   op        needs         width preference stores whole  run */
	{ "movsb", OP_COPY,  FEATURE_ERMS, 1, -1, STORES_CHOSEN, false, movsb_copy },
	{ "stosb", OP_WRITE, FEATURE_ERMS, 1, -1, STORES_CHOSEN, false, stosb_write },
};
const struct kernel_table string_kernels = KERNEL_TABLE(rows);
