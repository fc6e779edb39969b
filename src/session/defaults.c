/* SPDX-License-Identifier: MIT */
/* session: how far a session goes that was not told. Pure. */
#include "session/defaults.h"

#include "base/units.h"
#include "measure/buffer.h"

#define LOW_BYTES  (2 * KIB) /* where the sweep begins */
#define DRAM_SIZES 2

static bool holds(const struct extent_facts *facts, uint64_t block_bytes, uint64_t bytes)
{
	return buffer_need_bytes(block_bytes, facts->most_arrays) <= bytes / facts->threads;
}

static uint64_t largest_block(const struct extent_facts *facts, uint64_t bytes)
{
	uint64_t block = LOW_BYTES;

	while (holds(facts, 2 * block, bytes))
		block *= 2;
	return block;
}

uint64_t default_extent(const struct extent_facts *facts)
{
	uint64_t quarter = facts->free_bytes / 4;
	uint64_t bound = quarter < DEFAULT_MEMORY_BYTES ? quarter : DEFAULT_MEMORY_BYTES;
	uint64_t block = largest_block(facts, bound);

	for (unsigned count = DRAM_SIZES; count > 0; count--) {
		uint64_t dram = attribute_dram_block(facts->hierarchy, facts->by,
		                                     facts->fewest_arrays, facts->threads, count);
		if (dram <= block)
			return block;
		if (holds(facts, dram, quarter))
			return dram;
	}
	return block;
}

/* The next run may take a quarter longer than any before. */
bool time_allows(uint64_t most_ns, uint64_t gone_ns, uint64_t run_ns)
{
	return gone_ns + run_ns + run_ns / 4 <= most_ns;
}
