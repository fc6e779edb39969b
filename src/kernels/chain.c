/* SPDX-License-Identifier: MIT */
/* kernels: orders in which the lines of a block are chased. Times nothing. */
#include "kernels/chain.h"

#include <string.h>

#include "base/random.h"
#include "platform/platform.h"

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15) /* 2^64 over the golden ratio, odd */

enum {
	WINDOW_GROUPS = CHAIN_WINDOW_LINES / CHAIN_GROUP_LINES,
	HALF_ROUNDS = 6,
	RUNNERS = 16, /* loads under way in a lap: fewer than any core has buffers for */
	STRETCH = 64, /* hops of a runner before all go on elsewhere */
};

static struct permutation permutation_of(uint64_t domain, uint64_t key)
{
	unsigned bits = 0;

	while (bits < 63 && (uint64_t)1 << bits < domain)
		bits++;
	return (struct permutation){
		.domain = domain, .key = key, .low_bits = bits / 2,
		.low_mask = ((uint64_t)1 << bits / 2) - 1,
		.high_mask = ((uint64_t)1 << (bits - bits / 2)) - 1,
	};
}

/* The upper bits of a product depend on all of the value (Knuth, multiplicative hashing). */
static inline uint64_t hash(uint64_t value)
{
	return value * GOLDEN >> 32;
}

/* Rounds that mix one half of the bits into the other can be undone, so that no two indices
 * become one; what falls outside is permuted on until it falls inside. */
static inline uint64_t permute(const struct permutation *of, uint64_t index)
{
	do {
		uint64_t low = index & of->low_mask, high = index >> of->low_bits;
		uint64_t key = of->key;
		for (int round = 0; round < HALF_ROUNDS; round += 2) {
			high ^= hash(low + key) & of->high_mask;
			key = key << 13 | key >> 51;
			low ^= hash(high + key) & of->low_mask;
			key = key << 13 | key >> 51;
		}
		index = high << of->low_bits | low;
	} while (index >= of->domain);
	return index;
}

struct chain chain_of(enum way way, size_t bytes, uint64_t seed)
{
	struct random random = { seed };
	struct chain chain = {
		.way = way, .lines = bytes / CHAIN_LINE_BYTES,
		.page_lines = platform_page_bytes() / CHAIN_LINE_BYTES,
		.seed = random_next(&random),
	};
	uint64_t groups = chain.lines / CHAIN_GROUP_LINES, met = chain.lines;

	if (way == WAY_PAGES)
		met = (chain.lines + chain.page_lines - 1) / chain.page_lines;
	chain.links = met;
	if (way == WAY_WINDOWS)
		met = groups / WINDOW_GROUPS;
	chain.order = permutation_of(met, random_next(&random));
	chain.window = permutation_of(WINDOW_GROUPS, random_next(&random));
	chain.tail = permutation_of(groups % WINDOW_GROUPS, random_next(&random));
	return chain;
}

/* Of a page one line, whichever: another in each. */
static uint64_t line_in_page(const struct chain *chain, uint64_t page)
{
	uint64_t left = chain->lines - page * chain->page_lines;
	uint64_t lines = left < chain->page_lines ? left : chain->page_lines;

	return page * chain->page_lines + hash(page + chain->seed) % lines;
}

/*
 * What is met in a row in one window: `permutation` of its whole groups, of each the line that
 * the sweep takes, after a line of the last and partial group where `extra` says so.
 */
struct visit {
	struct permutation permutation;
	uint64_t base, sweep; /* the first group */
	uint64_t extra;       /* 1: there is one */
};

/*
 * A sweep meets whole windows in random order and, always last, the groups behind them. What
 * is left of a last group, one to three lines, gives one to each of the first sweeps. The
 * order of windows and groups is the same in each sweep, so that one never ends on the group
 * on which the next begins. `*at` is a position, and becomes the place within the visit.
 */
static struct visit visit_at(const struct chain *chain, uint64_t *at)
{
	uint64_t groups = chain->lines / CHAIN_GROUP_LINES;
	uint64_t partial = chain->lines % CHAIN_GROUP_LINES, sweep = 0;
	uint64_t tail = groups / WINDOW_GROUPS * WINDOW_GROUPS;

	for (; *at >= groups + (sweep < partial); sweep++)
		*at -= groups + (sweep < partial);
	if (*at >= tail) {
		*at -= tail;
		return (struct visit){ chain->tail, tail, sweep, sweep < partial };
	}
	uint64_t window = permute(&chain->order, *at / WINDOW_GROUPS);
	struct visit visit = { chain->window, window * WINDOW_GROUPS, sweep, 0 };
	visit.permutation.key += window * window * GOLDEN;
	*at %= WINDOW_GROUPS;
	return visit;
}

static uint64_t visit_count(const struct visit *visit)
{
	return visit->permutation.domain + visit->extra;
}

static inline uint64_t visit_line(const struct visit *visit, uint64_t at)
{
	if (at < visit->extra)
		return (visit->base + visit->permutation.domain) * CHAIN_GROUP_LINES + visit->sweep;
	uint64_t group = visit->base + permute(&visit->permutation, at - visit->extra);
	/* Another first line in each group. */
	return group * CHAIN_GROUP_LINES + (visit->sweep ^ (hash(group) & 3));
}

uint64_t chain_line(const struct chain *chain, uint64_t position)
{
	if (chain->way == WAY_RANDOM)
		return permute(&chain->order, position);
	if (chain->way == WAY_PAGES)
		return line_in_page(chain, permute(&chain->order, position));
	struct visit visit = visit_at(chain, &position);
	return visit_line(&visit, position);
}

/* Lines from `position` on, up to STRETCH of them, as offsets from line 0: how many. */
static size_t lines_from(const struct chain *chain, uint64_t position, size_t offsets[STRETCH])
{
	uint64_t at = position, left = chain->links - position;
	bool has_windows = chain->way == WAY_WINDOWS;
	struct visit visit = { 0 };

	if (has_windows) {
		visit = visit_at(chain, &at);
		left = visit_count(&visit) - at;
	}
	size_t count = left < STRETCH ? (size_t)left : STRETCH;
	for (size_t i = 0; i < count; i++) {
		uint64_t line = has_windows ? visit_line(&visit, at + i)
		                            : chain_line(chain, position + i);
		offsets[i] = (size_t)line * CHAIN_LINE_BYTES;
	}
	return count;
}

static void link(unsigned char *first, size_t from, size_t to)
{
	const void *address = first + to;
	memcpy(first + from, &address, sizeof address);
}

const void *chain_link(const struct chain *chain, unsigned char *first)
{
	size_t offsets[STRETCH], start = 0, at = 0;

	for (uint64_t position = 0, count; position < chain->links; position += count) {
		count = lines_from(chain, position, offsets);
		if (position == 0)
			start = at = offsets[0];
		for (size_t i = 0; i < count; i++) {
			link(first, at, offsets[i]);
			at = offsets[i];
		}
	}
	link(first, at, start);
	return first + start;
}

/* Of what is to be met from `position` on, `hops` for each runner. */
static const void *stretch(const struct chain *chain, const unsigned char *first,
                           uint64_t position, uint64_t hops)
{
	const void *at[RUNNERS];

	for (uint64_t i = 0; i < RUNNERS; i++)
		at[i] = first + (size_t)chain_line(chain, (position + i * hops) % chain->links) *
		                        CHAIN_LINE_BYTES;
	for (uint64_t hop = 0; hop < hops; hop++) {
		for (size_t i = 0; i < RUNNERS; i++)
			at[i] = *(const void *const *)at[i];
	}
	return at[RUNNERS - 1];
}

void chain_lap(const struct chain *chain, const unsigned char *first, uint64_t position)
{
	const void *volatile seen = NULL; /* what nobody looks at could be left out */

	for (uint64_t done = 0, hops; done < chain->links; done += hops * RUNNERS) {
		uint64_t left = (chain->links - done + RUNNERS - 1) / RUNNERS;
		hops = left < STRETCH ? left : STRETCH;
		seen = stretch(chain, first, (position + done) % chain->links, hops);
	}
	(void)seen;
}

bool chain_is_cycle(const struct chain *chain, const void *at)
{
	const void *start = at;
	uint64_t hops = 0;

	do {
		at = *(const void *const *)at;
		hops++;
	} while (at != start && hops < chain->links);
	return at == start && hops == chain->links;
}
