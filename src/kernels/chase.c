/* SPDX-License-Identifier: MIT */
/* kernels: dependent loads. Knows no order: chains do. */
#include "kernels/chain.h"
#include "kernels/table.h"

/* Each address is what the load before it brings, so none can be hastened, merged or left
 * out, whatever the compiler; the loop's own instructions run beside them. */
static void chase(const struct stream *stream, size_t bytes, size_t passes)
{
	const void *at = *stream->cursor;
	uint64_t hops = (uint64_t)bytes / CHAIN_LINE_BYTES * passes;

#define HOP at = *(const void *const *)at
	for (; hops >= 8; hops -= 8) {
		HOP; HOP; HOP; HOP;
		HOP; HOP; HOP; HOP;
	}
	for (; hops > 0; hops--)
		HOP;
	*stream->cursor = at;
}

#define WIDTH sizeof(void *)

static const struct kernel rows[] = {
	/* name          op      needs width role        stores       way          run */
	{ "chase",        OP_LATENCY, 0, WIDTH, ROLE_PLAIN, STORES_NONE, WAY_WINDOWS, chase },
	{ "chase-random", OP_LATENCY, 0, WIDTH, ROLE_ASKED, STORES_NONE, WAY_RANDOM,  chase },
	{ "chase-page",   OP_LATENCY, 0, WIDTH, ROLE_ASKED, STORES_NONE, WAY_PAGES,   chase },
};
const struct kernel_table chase_kernels = KERNEL_TABLE(rows);
