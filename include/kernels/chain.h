/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_KERNELS_CHAIN_H
#define MEMBENCH_KERNELS_CHAIN_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/kernel.h"

/*
 * The lines of a block as one cycle: a word of each holds the address of that word in the
 * next, so that no load can begin before the last has ended.
 *
 * WAY_WINDOWS: windows of 64 small pages (256K), so that TLB misses are few, one after the
 * other in an order drawn at random. A sweep over all windows takes one line in each group of
 * four, in random order; the other three follow in sweeps of their own. Prefetchers then gain
 * nothing: whoever takes the neighbour of a line, or all lines of a window, gets what the
 * walk left 2.3 to 4 times too fast in 128M (Emerald Rapids: 33 ns instead of 117; one line
 * of two was enough to cure it, of four leaves room for sectors of 256 bytes). More than 32
 * pages are what stream prefetchers track (McCalpin).
 * WAY_RANDOM: one random order of all lines.
 * WAY_PAGES: one line in each small page of the machine, at another offset in each, so that
 * they fall into all sets of a cache.
 *
 * Orders are permutations that are reckoned, not stored (Feistel networks with cycle walking:
 * Black, Rogaway 2002).
 */
enum {
	CHAIN_LINE_BYTES = 64, /* where lines are longer, some of ours share one */
	CHAIN_GROUP_LINES = 4,
	CHAIN_WINDOW_LINES = 4096,
	CHAIN_WORDS = CHAIN_LINE_BYTES / sizeof(void *), /* chains that one block can hold */
};

/* A permutation of 0 .. domain - 1. */
struct permutation {
	uint64_t domain, key;
	unsigned low_bits; /* of an index; the others are no fewer, and one more at most */
	uint64_t low_mask, high_mask;
};

struct chain {
	enum way way;
	uint64_t lines;      /* of the block, a line at the least */
	uint64_t links;      /* lines on the chain: hops of a lap */
	uint64_t page_lines; /* of a small page */
	uint64_t seed;
	/* Of all that is met, or of windows; of groups in a window, and in what is behind them. */
	struct permutation order, window, tail;
};

/* Of the first `bytes` of a block, whole lines; `way` is one of those above. */
struct chain chain_of(enum way way, size_t bytes, uint64_t seed);

/* The line that is met at `position`, 0 .. links - 1. Pure. */
uint64_t chain_line(const struct chain *chain, uint64_t position);

/* Lay it: `first` is the word of line 0 that it takes. Returns the one at position 0. */
const void *chain_link(const struct chain *chain, unsigned char *first);

/*
 * A lap in the order of the chain from `position` on, but with 16 loads under way at a time:
 * what a walk from there meets last is what a cache got last, as if it had walked the lap.
 */
void chain_lap(const struct chain *chain, const unsigned char *first, uint64_t position);

/* Whether a walk from `at` is back after `links` hops, and no sooner. */
bool chain_is_cycle(const struct chain *chain, const void *at);

#endif
