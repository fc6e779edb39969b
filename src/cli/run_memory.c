/* SPDX-License-Identifier: MIT */
/* cli: what a size takes of memory, and which limit it meets. Measures nothing. */
#include "cli/run.h"

#include <math.h>

#include "measure/buffer.h"

/* What there is beside the blocks, for the program and for each thread: pages that are
 * touched (3 MB of a run and its session, measured), and address space (stack, heap). */
static const struct reserve {
	uint64_t program_bytes, thread_bytes;
} touched = { 4 * MIB, 256 * KIB }, mapped = { 24 * MIB, 10 * MIB };

/* UINT64_MAX where it is more than can be counted. */
static uint64_t need_bytes(uint64_t buffer, uint64_t threads, const struct reserve *reserve)
{
	if (buffer > (UINT64_MAX - reserve->program_bytes) / threads - reserve->thread_bytes)
		return UINT64_MAX;
	return (buffer + reserve->thread_bytes) * threads + reserve->program_bytes;
}

bool run_memory_fits(const struct run_setup *setup, uint64_t block, unsigned arrays,
                     struct run_memory *tightest)
{
	uint64_t buffer = buffer_need_bytes(block, arrays);
	double least = (double)INFINITY;

	*tightest = (struct run_memory){ .limit = { UINT64_MAX, "none", false } };
	for (size_t i = 0; i < setup->limit_count; i++) {
		const struct memory_limit *limit = &setup->limits[i];
		uint64_t need = need_bytes(buffer, setup->threads,
		                           limit->counts_mappings ? &mapped : &touched);
		double left = (double)limit->bytes - (double)need;
		if (left >= least)
			continue;
		least = left;
		*tightest = (struct run_memory){ need, *limit };
	}
	return least >= 0 && tightest->need_bytes != UINT64_MAX;
}
