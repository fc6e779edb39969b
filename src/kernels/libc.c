/* SPDX-License-Identifier: MIT */
/* kernels: what libc moves memory with. Knows no loop and no instruction. */
#include <stdatomic.h>
#include <string.h>

#include "kernels/table.h"

/* The fence keeps each pass: without it a memset could be seen to repeat the last. */
static void libc_memcpy(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		memcpy(stream->dst, stream->src, bytes);
		atomic_signal_fence(memory_order_seq_cst);
	}
}

static void libc_memset(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		memset(stream->dst, stream->value, bytes);
		atomic_signal_fence(memory_order_seq_cst);
	}
}

static const struct kernel rows[] = {
	/* name      op        needs width role      stores way         run */
	{ "memcpy", OP_COPY,  0, 0, ROLE_ASKED, STORES_CHOSEN, WAY_WHOLE, libc_memcpy },
	{ "memset", OP_WRITE, 0, 0, ROLE_ASKED, STORES_CHOSEN, WAY_WHOLE, libc_memset },
};
const struct kernel_table libc_kernels = KERNEL_TABLE(rows);
