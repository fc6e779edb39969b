/* SPDX-License-Identifier: MIT */
/* compare: what permutes, by boot and host. Knows no rate. */
#include "compare/design.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "compare/schedule.h"
#include "stats/cluster.h"
#include "stats/verdict.h"

/* How many runs of A and B stand in each boot or host. */
struct tally {
	size_t *runs[2];
	size_t count;
};

static void tally_init(struct tally *tally, const struct comparison *comparison,
                       const size_t pair[2], bool by_host)
{
	tally->count = by_host ? comparison->host_count : comparison->boot_count;
	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item = &comparison->configurations[pair[side]];
		tally->runs[side] = memory_zeroed(tally->count, sizeof *tally->runs[side]);
		for (size_t i = 0; i < item->run_count; i++)
			tally->runs[side][by_host ? item->runs[i].host : item->runs[i].boot]++;
	}
}

static void tally_release(struct tally *tally)
{
	free(tally->runs[0]);
	free(tally->runs[1]);
}

/* Number those that hold both sides, the others DESIGN_NO_BLOCK. Returns how many. */
static size_t tally_blocks(const struct tally *tally, size_t *blocks)
{
	size_t count = 0;

	for (size_t i = 0; i < tally->count; i++)
		blocks[i] = tally->runs[0][i] > 0 && tally->runs[1][i] > 0 ? count++
		                                                            : DESIGN_NO_BLOCK;
	return count;
}

/* Boots of the hosts that hold both sides; all of them where no host does. */
static size_t blocks_by_host(const struct comparison *comparison, const size_t pair[2],
                             size_t *block_of_boot)
{
	size_t *block_of_host = memory_zeroed(comparison->host_count, sizeof *block_of_host);
	struct tally hosts;

	tally_init(&hosts, comparison, pair, true);
	size_t count = tally_blocks(&hosts, block_of_host);
	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item = &comparison->configurations[pair[side]];
		for (size_t i = 0; i < item->run_count; i++)
			block_of_boot[item->runs[i].boot] =
			        count > 0 ? block_of_host[item->runs[i].host] : 0;
	}
	tally_release(&hosts);
	free(block_of_host);
	return count > 0 ? count : 1;
}

/* Smallest p where so many units of A and B permute inside each place. Frees the places. */
static double floor_of(struct cluster_block *places, size_t count)
{
	const struct cluster_data data = { .blocks = places, .block_count = count };
	double least = cluster_floor(&data);

	free(places);
	return least;
}

/* When whole boots permute inside the blocks. */
static double floor_of_boots(const struct design *design, const struct tally *boots)
{
	struct cluster_block *places = memory_zeroed(design->block_count, sizeof *places);

	for (size_t boot = 0; boot < boots->count; boot++) {
		size_t block = design->block_of_boot[boot];
		if (block == DESIGN_NO_BLOCK)
			continue;
		places[block].a_count += boots->runs[0][boot] > 0;
		places[block].b_count += boots->runs[1][boot] > 0;
	}
	return floor_of(places, design->block_count);
}

/* When runs permute inside boots that hold both sides. */
static double floor_of_runs(const struct design *design, const struct tally *boots)
{
	struct cluster_block *places = memory_zeroed(boots->count, sizeof *places);

	for (size_t boot = 0; boot < boots->count; boot++) {
		if (design->block_of_boot[boot] != DESIGN_NO_BLOCK)
			places[boot] = (struct cluster_block){ .a_count = boots->runs[0][boot],
				                               .b_count = boots->runs[1][boot] };
	}
	return floor_of(places, boots->count);
}

static void design_count(struct design *design, const struct tally *boots)
{
	for (size_t boot = 0; boot < boots->count; boot++) {
		bool used = design->block_of_boot[boot] != DESIGN_NO_BLOCK;
		for (size_t side = 0; side < 2; side++) {
			size_t runs = boots->runs[side][boot];
			design->boots[side] += used && runs > 0;
			design->left_out[side] += used ? 0 : runs;
		}
	}
}

/* ---- Time ---- */

/* When stretches of time permute inside the blocks. */
static double floor_of_stretches(const struct design *design, const struct schedule_run *runs,
                                 size_t count)
{
	struct cluster_block *places = memory_zeroed(design->block_count, sizeof *places);

	for (size_t i = 0; i < count; i++) {
		struct cluster_block *place = &places[runs[i].place];
		bool is_new = i == 0 || runs[i].stretch != runs[i - 1].stretch;
		*(runs[i].side == 0 ? &place->a_count : &place->b_count) += is_new;
	}
	return floor_of(places, design->block_count);
}

static size_t schedule_fill(const struct design *design, const struct comparison *comparison,
                            const size_t pair[2], struct schedule_run *runs)
{
	size_t count = 0;

	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item = &comparison->configurations[pair[side]];
		for (size_t i = 0; i < item->run_count; i++) {
			const struct compare_run *run = &item->runs[i];
			size_t place = design->block_of_boot[run->boot];
			if (place == DESIGN_NO_BLOCK)
				continue;
			runs[count++] = (struct schedule_run){
				place, run->time, run->context->session, run->run, side, i, 0,
			};
		}
	}
	return count;
}

static enum compare_scope scope_in_time(const struct design *design)
{
	bool two = design->stretches[0] == 1 && design->stretches[1] == 1;

	if (design->scope != SCOPE_SAME_BOOT || design->kind == DESIGN_INTERLEAVED)
		return design->scope;
	return two ? SCOPE_TWO_STRETCHES : SCOPE_STRETCHES;
}

static void stretches_by_boot(struct design *design, const struct comparison *comparison,
                              const size_t pair[2])
{
	design->stretch_count = design->boot_count;
	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item = &comparison->configurations[pair[side]];
		design->stretches[side] = design->boots[side];
		for (size_t i = 0; i < item->run_count; i++) {
			if (design->stretch_of_run[side][i] != DESIGN_NO_BLOCK)
				design->stretch_of_run[side][i] = item->runs[i].boot;
		}
	}
}

/* The unit of runs that are not permuted boot by boot. */
static void design_time(struct design *design, const struct comparison *comparison,
                        const struct schedule *schedule, double least_p)
{
	double family = (double)(comparison->pair_count * comparison->level_count);
	double alpha = comparison->options.alpha / fmax(family, 1);
	bool has_blocks = schedule->kind == DESIGN_BLOCKS ||
	                  (schedule->kind == DESIGN_APART && schedule->has_joined);
	bool reaches = verdict_reaches(least_p, alpha);

	if (has_blocks && reaches)
		design->unit = UNIT_BLOCK;
	design->has_few_blocks = has_blocks && !reaches;
	if (design->has_few_blocks)
		design->kind = DESIGN_BLOCKS;
	design->scope = scope_in_time(design);
}

static void design_schedule(struct design *design, const struct comparison *comparison,
                            const size_t pair[2])
{
	const struct configuration *sides[2] = { &comparison->configurations[pair[0]],
		                                 &comparison->configurations[pair[1]] };
	struct schedule_run *runs = memory_zeroed(sides[0]->run_count + sides[1]->run_count,
	                                          sizeof *runs);
	size_t count = schedule_fill(design, comparison, pair, runs);
	struct schedule schedule;

	schedule_of(runs, count, &schedule);
	design->kind = schedule.kind;
	design->stretch_count = schedule.stretch_count;
	for (size_t side = 0; side < 2; side++) {
		design->stretches[side] = schedule.stretches[side];
		design->stretch_of_run[side] = memory_zeroed(sides[side]->run_count,
		                                             sizeof *design->stretch_of_run[0]);
		for (size_t i = 0; i < sides[side]->run_count; i++)
			design->stretch_of_run[side][i] = DESIGN_NO_BLOCK;
	}
	for (size_t i = 0; i < count; i++)
		design->stretch_of_run[runs[i].side][runs[i].index] = runs[i].stretch;
	if (design->unit == UNIT_BOOT)
		stretches_by_boot(design, comparison, pair);
	else
		design_time(design, comparison, &schedule, floor_of_stretches(design, runs, count));
	free(runs);
}

/* ---- Boots ---- */

/* Boots of one configuration each, those that hold both left out. Returns whether they are
 * enough to be the unit. */
static bool design_own_boots(struct design *design, const struct comparison *comparison,
                             const size_t pair[2], const struct tally *boots)
{
	design->block_count = blocks_by_host(comparison, pair, design->block_of_boot);
	for (size_t boot = 0; boot < boots->count; boot++) {
		if (boots->runs[0][boot] > 0 && boots->runs[1][boot] > 0)
			design->block_of_boot[boot] = DESIGN_NO_BLOCK;
	}
	bool reach = verdict_reaches(floor_of_boots(design, boots),
	                             comparison->options.alpha);
	design->unit = reach ? UNIT_BOOT : UNIT_RUN;
	design->scope = reach ? SCOPE_BOOTS : SCOPE_THESE_BOOTS;
	return reach;
}

static void design_shared_boots(struct design *design, const struct tally *boots)
{
	design->block_count = tally_blocks(boots, design->block_of_boot);
	design->unit = UNIT_RUN;
	design->scope = SCOPE_SAME_BOOT;
}

void design_init(struct design *design, const struct comparison *comparison, size_t a,
                 size_t b)
{
	const size_t pair[2] = { a, b };
	struct tally boots;

	*design = (struct design){ .boot_count = comparison->boot_count };
	design->block_of_boot = memory_zeroed(comparison->boot_count,
	                                      sizeof *design->block_of_boot);
	tally_init(&boots, comparison, pair, false);
	design_shared_boots(design, &boots);
	bool shared = design->block_count > 0;
	if (!shared || !verdict_reaches(floor_of_runs(design, &boots), comparison->options.alpha)) {
		bool reach = design_own_boots(design, comparison, pair, &boots);
		if (shared && !reach)
			design_shared_boots(design, &boots);
	}
	design_count(design, &boots);
	design_schedule(design, comparison, pair);
	tally_release(&boots);
}

void design_release(struct design *design)
{
	free(design->block_of_boot);
	free(design->stretch_of_run[0]);
	free(design->stretch_of_run[1]);
}
