/* SPDX-License-Identifier: MIT */
/* kernels: the 8-byte non-temporal store of SSE2's first days. Knows no vector. */
#include "kernels/table.h"
#include "platform/features.h"

#define WORD sizeof(uint64_t)

static void movnti_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		const unsigned char *end = at.src + bytes / WORD * WORD;

		while (at.src != end) {
			uint64_t value;
			__asm__ volatile("mov (%[src]), %[value]\n\t"
			                 "movnti %[value], (%[dst])"
			                 : [value] "=&r"(value)
			                 : [src] "r"(at.src), [dst] "r"(at.dst)
			                 : "memory");
			at.src += WORD;
			at.dst += WORD;
		}
		loop_copy(&at, bytes % WORD);
	}
	__asm__ volatile("sfence" : : : "memory");
}

static void movnti_write(const struct stream *stream, size_t bytes, size_t passes)
{
	const uint64_t value = UINT64_MAX / 0xFF * stream->value;

	while (passes-- > 0) {
		struct stream at = *stream;
		const unsigned char *end = at.dst + bytes / WORD * WORD;

		while (at.dst != end) {
			__asm__ volatile("movnti %[value], (%[dst])"
			                 :
			                 : [value] "r"(value), [dst] "r"(at.dst)
			                 : "memory");
			at.dst += WORD;
		}
		loop_write(&at, bytes % WORD);
	}
	__asm__ volatile("sfence" : : : "memory");
}

#define NEEDS FEATURE_SSE2
#define NT    STORES_NONTEMPORAL

static const struct kernel rows[] = {
	/* name      op        needs  width role      stores       way         run */
	{ "movnti", OP_COPY,  NEEDS, WORD, ROLE_ASKED, NT, WAY_PIECES, movnti_copy },
	{ "movnti", OP_WRITE, NEEDS, WORD, ROLE_ASKED, NT, WAY_PIECES, movnti_write },
};
const struct kernel_table movnti_kernels = KERNEL_TABLE(rows);
