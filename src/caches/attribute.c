/* SPDX-License-Identifier: MIT */
/*
 * caches: which level a row belongs to. Pure: knows only believed sizes and what the row
 * touches.
 */
#include "caches/attribute.h"

#include "base/text.h"

#define EDGE_BELOW 0.75  /* of a capacity: from here to EDGE_ABOVE a row straddles it */
#define EDGE_ABOVE 1.5
#define MEMORY_FACTOR 4  /* times the last cache: what little still hits no longer shows */
#define FLAT_FACTOR   2  /* times where rates stop falling: a cache that is said to hold a
                          * row of that size does not */

const char *const levels_by_names[] = { "footprint", "block", NULL };

static const char *const level_names[] = { "?", "L1", "L2", "L3", "L4" };

/* How many threads of the workload use the instance of `level` that the first one uses. */
static size_t count_users(const struct level *level, const struct workload *workload,
                          bool shared_where_unknown)
{
	const struct cpu_set *cpus = workload->cpus;
	size_t users = 0;

	if (level->sharers == 0)
		return shared_where_unknown ? workload->threads : 1;
	if (cpus == NULL || cpus->count == 0 || level->shared_cpus.count == 0)
		return workload->threads < level->sharers ? workload->threads : level->sharers;
	for (size_t i = 0; i < cpus->count; i++)
		users += cpu_set_has(&level->shared_cpus, cpus->cpus[i]);
	users = users < workload->threads ? users : workload->threads;
	return users > 0 ? users : 1;
}

/* Up to here the clock shows caches that have no name; 0 where all of them have one. */
static double nameless_bytes(const struct hierarchy *hierarchy)
{
	return hierarchy->is_given ? 0 : hierarchy->measured.more_bytes;
}

/*
 * How far a cache reaches: its capacity, or where only the clock knows it, as far as the
 * clock still shows it. Neighbours make the effective share of an L3 come and go, and no
 * row may be called memory that is cache at the next moment.
 */
static double reach_of(const struct level *level, double capacity)
{
	double believed = (double)level->believed_bytes, fading = (double)level->fading_bytes;

	if (level->belief != BELIEF_MEASURED || fading <= believed)
		return capacity;
	return capacity * fading / believed;
}

/*
 * What the sweep itself says, as far as it can: a row of memory whose rate still falls with
 * size is none, nor is a row of a cache whose rate has long ceased to; and where nobody
 * knows the last cache, rates that fall no more are memory's.
 */
static struct attribution weigh_sweep(const struct hierarchy *hierarchy,
                                      struct attribution believed, double bytes)
{
	double flat = hierarchy->is_given ? 0 : (double)hierarchy->plateau_bytes;

	if (flat <= 0)
		return believed;
	if (text_equal(believed.level, "?"))
		return bytes >= flat ? (struct attribution){ "DRAM", false } : believed;
	bool is_dram = text_equal(believed.level, "DRAM");
	bool disputed = is_dram ? bytes < flat : bytes >= FLAT_FACTOR * flat;
	return disputed ? (struct attribution){ "beyond", true } : believed;
}

/*
 * Where a thread with `bytes` stands: the smallest believed cache that holds them. Below an
 * unknown level nothing is certain but what a known larger one leaves behind, hence "?"
 * wherever an unknown level could be the one.
 */
static struct attribution find_level(const struct hierarchy *hierarchy,
                                     const double capacities[CACHE_LEVELS], double bytes)
{
	struct attribution found = { "beyond", false };
	bool doubtful = false, held = false;
	double last = nameless_bytes(hierarchy);

	for (size_t i = 0; i < hierarchy->level_count && !held; i++) {
		double capacity = capacities[i];
		if (capacity <= 0) {
			doubtful = true;
			continue;
		}
		found.edge = found.edge || (bytes >= EDGE_BELOW * capacity &&
		                            bytes <= EDGE_ABOVE * capacity);
		held = bytes <= capacity;
		doubtful = held ? doubtful : false;
		found.level = held ? level_names[hierarchy->levels[i].number] : found.level;
		double reach = reach_of(&hierarchy->levels[i], capacity);
		last = reach > last ? reach : last;
	}
	if (doubtful || last <= 0)
		return (struct attribution){ "?", false };
	if (!held && bytes >= MEMORY_FACTOR * last)
		return (struct attribution){ "DRAM", false };
	found.edge = found.edge || !held;
	return found;
}

static struct attribution by_block(const struct hierarchy *hierarchy, uint64_t block_bytes)
{
	double capacities[CACHE_LEVELS] = { 0 };

	for (size_t i = 0; i < hierarchy->level_count; i++)
		capacities[i] = (double)hierarchy->levels[i].believed_bytes;
	struct attribution found = find_level(hierarchy, capacities, (double)block_bytes);
	bool beyond = text_equal(found.level, "beyond") &&
	              (double)block_bytes > nameless_bytes(hierarchy);
	return (struct attribution){ beyond ? "DRAM" : found.level, false };
}

static struct attribution by_footprint(const struct hierarchy *hierarchy,
                                       const struct workload *workload, bool shared)
{
	double capacities[CACHE_LEVELS] = { 0 };

	for (size_t i = 0; i < hierarchy->level_count; i++) {
		const struct level *level = &hierarchy->levels[i];
		capacities[i] = (double)level->believed_bytes /
		                (double)count_users(level, workload, shared);
	}
	double bytes = (double)workload->footprint_bytes;
	return weigh_sweep(hierarchy, find_level(hierarchy, capacities, bytes), bytes);
}

struct attribution attribute(const struct hierarchy *hierarchy, enum levels_by by,
                             const struct workload *workload)
{
	if (by == LEVELS_BY_BLOCK)
		return by_block(hierarchy, workload->block_bytes);
	/* Where nobody says who shares a cache, a row that depends on it is an edge. */
	struct attribution shared = by_footprint(hierarchy, workload, true);
	struct attribution alone = by_footprint(hierarchy, workload, false);
	alone.edge = alone.edge || shared.edge || !text_equal(alone.level, shared.level);
	return alone;
}

bool attribute_last(const struct hierarchy *hierarchy, const struct workload *workload,
                    struct last_caches *caches)
{
	const struct level *inner = NULL, *last = NULL;
	size_t unknown = 0; /* levels behind the last one whose size is believed */

	for (size_t i = 0; i < hierarchy->level_count; i++) {
		const struct level *level = &hierarchy->levels[i];
		bool is_known = level->believed_bytes > 0;
		unknown = is_known ? 0 : unknown + 1;
		inner = is_known ? last : inner;
		last = is_known ? level : last;
	}
	if (unknown == 0 && nameless_bytes(hierarchy) > 0)
		unknown = 1;
	if (last == NULL || unknown > 1)
		return false;
	inner = unknown > 0 ? last : inner;
	caches->inner_bytes = inner != NULL ? inner->believed_bytes : 0;
	caches->last_bytes = unknown > 0 ? 0 : last->believed_bytes /
	                                       count_users(last, workload, true);
	return true;
}

double attribute_share_bytes(const struct level *level, const struct workload *workload)
{
	return (double)level->believed_bytes / (double)count_users(level, workload, true);
}

uint64_t attribute_dram_block(const struct hierarchy *hierarchy, enum levels_by by,
                              unsigned arrays, size_t threads, unsigned count)
{
	for (unsigned octave = 6; octave + count < 50; octave++) {
		uint64_t block = (uint64_t)1 << octave;
		struct workload workload = { block, block * arrays, threads, NULL };
		struct attribution found = attribute(hierarchy, by, &workload);
		if (text_equal(found.level, "DRAM") && !found.edge)
			return block << (count - 1);
	}
	return 0;
}
