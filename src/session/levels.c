/* SPDX-License-Identifier: MIT */
/* session: which level each cell of a run belongs to. */
#include "session/levels.h"

#include <stdio.h>

#include "caches/attribute.h"
#include "samples/sweep.h"

/* Runs after which a sweep that contradicts the believed caches is taken at its word: the
 * median of three bears one in which other work slowed the largest sizes. */
#define CONFIRMING_RUNS 3

/* The blocks of which the sweep says something else than the caches do. */
struct range {
	uint64_t low, high; /* 0: there are none */
};
struct disputes {
	struct range faster; /* called DRAM, and faster than larger ones */
	struct range flat;   /* called a cache, and no faster than larger ones */
	struct range found;  /* "?", and no faster than larger ones */
	struct range dram;   /* footprints that the caches call DRAM */
};

static struct workload workload_of(const struct session *session, const struct cell *cell)
{
	return (struct workload){
		.block_bytes = cell->block_bytes, .footprint_bytes = cell->footprint_bytes,
		.threads = (size_t)session->threads, .cpus = &session->cpus,
	};
}

static struct attribution level_of(const struct session *session,
                                   const struct hierarchy *hierarchy,
                                   const struct cell *cell)
{
	const struct workload workload = workload_of(session, cell);
	return attribute(hierarchy, (enum levels_by)session->options->levels_by, &workload);
}

/* As the file has it that the session is like; false where nothing is taken from it. */
static bool like_level_of(const struct session *session, struct cell *cell)
{
	const struct like_cell *like =
	        session->takes_levels ? like_level(&session->like, cell) : NULL;

	if (like == NULL)
		return false;
	(void)snprintf(cell->level, sizeof cell->level, "%s", like->level);
	cell->edge = like->edge;
	return true;
}

void session_cell_level(const struct session *session, struct cell *cell)
{
	if (like_level_of(session, cell))
		return;
	struct attribution where = level_of(session, &session->hierarchy, cell);

	(void)snprintf(cell->level, sizeof cell->level, "%s", where.level);
	cell->edge = where.edge;
}

static void range_add(struct range *range, uint64_t bytes)
{
	range->low = range->low == 0 || bytes < range->low ? bytes : range->low;
	range->high = bytes > range->high ? bytes : range->high;
}

/* What each cell is by the caches alone, which it is called so far, and by `weighed`. */
static struct disputes find_disputes(const struct session *session,
                                     const struct hierarchy *weighed,
                                     const struct cells *cells)
{
	struct disputes found = { .faster = { 0, 0 } };

	for (size_t i = 0; i < cells->count; i++) {
		const struct cell *cell = &cells->items[i];
		const char *now = level_of(session, weighed, cell).level;
		bool is_dram = cell_level(cell->level) == CELL_DRAM;
		if (is_dram)
			range_add(&found.dram, cell->footprint_bytes);
		/* What straddles two levels serves neither, whatever it is called. */
		if (!text_equal(now, cell->level) && !cell->edge)
			range_add(is_dram                        ? &found.faster
			          : text_equal(cell->level, "?") ? &found.found
			                                         : &found.flat,
			          cell->block_bytes);
	}
	return found;
}

/* "Blocks of 16M to 32M ...": nothing where there are none. */
static void note_blocks(struct warnings *notes, const struct range *range, const char *what,
                        const char *why)
{
	char low[SIZE_TEXT_BYTES], high[SIZE_TEXT_BYTES];

	if (range->high == 0)
		return;
	(void)size_format(range->low, low);
	(void)size_format(range->high, high);
	if (range->high > range->low)
		warnings_add(notes, "disputed-levels",
		             "Blocks of %s to %s %s%s", low, high, what, why);
	else
		warnings_add(notes, "disputed-levels", "Blocks of %s %s%s", low, what, why);
}

static void note_disputes(struct warnings *notes, const struct disputes *found, bool is_given,
                          bool still_falls)
{
	note_blocks(notes, &found->faster,
	            is_given ? "are DRAM as --levels has it, which the rates dispute: "
	                     : "count as `beyond`, not as DRAM: ",
	            still_falls ? "they are 4 times the last cache and more, but rates still fall "
	                          "at the largest size, so give larger --sizes."
	                        : "they are 4 times the last cache and more, but run faster than "
	                          "larger ones, so a cache still serves them.");
	note_blocks(notes, &found->flat,
	            is_given ? "count as a cache's, as --levels has it: "
	                     : "count as `beyond`, not as a cache's: ",
	            "they should fit the last cache, but run no faster than what does not.");
	note_blocks(notes, &found->found, "are called DRAM by the rates alone, ",
	            "which fall no more there: how large the last cache is, is not known.");
}

/* The caches alone decide about the one size that is far behind them. */
static void note_alone(struct session *session, const struct disputes *found)
{
	if (found->dram.high == 0 || found->dram.low < found->dram.high ||
	    session->hierarchy.is_given)
		return;
	warnings_add(&session->notes, "lone-dram",
	             "That the largest size reaches DRAM follows from the last cache "
	             "alone: two such sizes, an octave apart, would show whether the "
	             "rate has stopped falling.");
}

static uint64_t largest_footprint(const struct cells *cells)
{
	uint64_t largest = 0;

	for (size_t i = 0; i < cells->count; i++) {
		uint64_t bytes = cells->items[i].footprint_bytes;
		largest = bytes > largest ? bytes : largest;
	}
	return largest;
}

/* From where on the rates of these cells fall no more; 0 where that cannot be told. */
static uint64_t plateau_of(const struct session *session, const struct cells *cells)
{
	const struct workload threads = { .threads = (size_t)session->threads,
		                          .cpus = &session->cpus };
	struct last_caches caches;

	if ((enum levels_by)session->options->levels_by == LEVELS_BY_BLOCK ||
	    !attribute_last(&session->hierarchy, &threads, &caches))
		return 0;
	/* One size a level is no sweep, unless it has two because no last cache is known. */
	if (session->options->one_a_level && caches.last_bytes > 0)
		return 0;
	return sweep_plateau(cells->items, cells->count, caches.inner_bytes);
}

bool session_decide_levels(struct session *session, struct cells *cells, uint64_t runs)
{
	struct hierarchy weighed = session->hierarchy;

	if (session->takes_levels)
		return true;
	weighed.is_given = false;
	weighed.plateau_bytes = plateau_of(session, cells);
	struct disputes found = find_disputes(session, &weighed, cells);
	bool single = found.dram.low == found.dram.high;
	if (weighed.plateau_bytes == 0 || (single && found.faster.high > 0)) {
		note_alone(session, &found);
		return true;
	}
	bool disputed = found.faster.high > 0 || found.flat.high > 0 || found.found.high > 0;
	if (disputed && runs < CONFIRMING_RUNS)
		return false;
	note_disputes(&session->notes, &found, session->hierarchy.is_given,
	              weighed.plateau_bytes > largest_footprint(cells));
	if (session->hierarchy.is_given)
		return true;
	session->hierarchy.plateau_bytes = weighed.plateau_bytes;
	for (size_t i = 0; i < cells->count; i++)
		session_cell_level(session, &cells->items[i]);
	return true;
}

/* A cell as the plan has it, before it is measured. */
static struct cell planned_cell(const struct plan_cell *plan, struct context *context)
{
	context->op = op_names[plan->kernel->op];
	context->kernel = plan->name;
	return (struct cell){
		.context = context, .block_bytes = plan->block_bytes,
		.footprint_bytes = plan->block_bytes * op_facts[plan->kernel->op].arrays,
	};
}

void session_note_levels(struct session *session)
{
	char size[SIZE_TEXT_BYTES];

	if (session->like.path == NULL || session->takes_levels)
		return;
	for (size_t i = 0; i < session->plan.count; i++) {
		struct context context = { .op = "" };
		struct cell cell = planned_cell(&session->plan.cells[i], &context);
		const struct like_cell *theirs = like_level(&session->like, &cell);
		session_cell_level(session, &cell);
		if (theirs == NULL ||
		    (text_equal(theirs->level, cell.level) && theirs->edge == cell.edge))
			continue;
		warnings_add(&session->notes, "other-levels",
		             "Levels differ from %s, for one at %s: %s%s (there "
		             "%s%s).", session->like.path, size_format(cell.block_bytes, size),
		             cell.level, cell.edge ? " edge" : "", theirs->level,
		             theirs->edge ? " edge" : "");
		return;
	}
}
