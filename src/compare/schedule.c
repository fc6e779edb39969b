/* SPDX-License-Identifier: MIT */
/* compare: runs in order of time: mixed, far apart, or in blocks. Knows no rate. */
#include "compare/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "stats/changes.h"
#include "stats/quantile.h"

#define TAIL 0.025 /* of random order: fewer changes than in 95 % of it */

/* ---- Order ---- */

static int run_compare(const void *a, const void *b)
{
	const struct schedule_run *left = a, *right = b;
	int order = (left->place > right->place) - (left->place < right->place);

	if (order == 0)
		order = compare_doubles(&left->time, &right->time);
	if (order == 0)
		order = (left->run > right->run) - (left->run < right->run);
	if (order == 0)
		order = (left->side > right->side) - (left->side < right->side);
	return order ? order : (left->index > right->index) - (left->index < right->index);
}

static bool same_moment(const struct schedule_run *a, const struct schedule_run *b)
{
	return a->place == b->place && compare_doubles(&a->time, &b->time) == 0;
}

/* Runs of `runs` from `start` on that nothing orders: one moment, and inside one session
 * one number. Returns where they end. */
static size_t tie_end(const struct schedule_run *runs, size_t count, size_t start)
{
	size_t end = start + 1, first = start;
	bool one_session = true;

	while (first > 0 && same_moment(&runs[first - 1], &runs[start]))
		first--;
	while (end < count && same_moment(&runs[end], &runs[start]))
		end++;
	for (size_t i = first; i < end; i++)
		one_session = one_session && text_equal(runs[i].session, runs[start].session);
	if (!one_session)
		return end;
	for (end = start + 1; end < count && same_moment(&runs[end], &runs[start]) &&
	                      runs[end].run == runs[start].run;)
		end++;
	return end;
}

/* Puts `side` of runs[start..end) first. Returns the side that is last then. */
static size_t tie_arrange(struct schedule_run *runs, size_t start, size_t end, size_t side)
{
	struct schedule_run *sorted = memory_zeroed(end - start, sizeof *sorted);
	size_t count = 0;

	for (size_t pass = 0; pass < 2; pass++) {
		for (size_t i = start; i < end; i++) {
			if (runs[i].side == (pass == 0 ? side : 1 - side))
				sorted[count++] = runs[i];
		}
	}
	memcpy(&runs[start], sorted, count * sizeof *sorted);
	free(sorted);
	return runs[end - 1].side;
}

static size_t changes_of(const struct schedule_run *runs, size_t count)
{
	size_t changes = 0;

	for (size_t i = 1; i < count; i++)
		changes += runs[i].place == runs[i - 1].place && runs[i].side != runs[i - 1].side;
	return changes;
}

/* One place. Each tie goes on with the side that the one before ended with, which no other
 * order can better by more than where it starts: so both starts are tried. */
static void place_order(struct schedule_run *runs, size_t count)
{
	size_t fewest = SIZE_MAX, best = 0;

	for (size_t attempt = 0; attempt < 3; attempt++) {
		size_t last = attempt < 2 ? attempt : best;
		for (size_t start = 0, end; start < count; start = end) {
			end = tie_end(runs, count, start);
			last = tie_arrange(runs, start, end, last);
		}
		size_t changes = changes_of(runs, count);
		if (changes < fewest) {
			fewest = changes;
			best = attempt;
		}
	}
}

static size_t place_end(const struct schedule_run *runs, size_t count, size_t start)
{
	size_t end = start;

	while (end < count && runs[end].place == runs[start].place)
		end++;
	return end;
}

/* ---- Interleaved ---- */

static bool is_interleaved(const struct schedule_run *runs, size_t count, size_t changes)
{
	struct changes_row *rows = memory_zeroed(count, sizeof *rows);
	size_t row_count = 0;

	for (size_t start = 0, end; start < count; start = end) {
		struct changes_row row = { 0, 0 };
		end = place_end(runs, count, start);
		for (size_t i = start; i < end; i++) {
			row.a += runs[i].side == 0;
			row.b += runs[i].side == 1;
		}
		if (row.a > 0 && row.b > 0)
			rows[row_count++] = row;
	}
	/* One change a place is one side after the other, whatever chance says of so few. */
	bool once = changes <= row_count &&
	            (row_count == 1 || changes < changes_most(rows, row_count));
	bool result = row_count > 0 && !once && changes_lower(rows, row_count, changes) >= TAIL;
	free(rows);
	return result;
}

/* ---- Stretches ---- */

/* The latest run of each side where the next may still belong to its stretch. */
static bool follows(const struct schedule_run *before, const struct schedule_run *run,
                    double gap_s)
{
	if (before == NULL || before->place != run->place || before->side != run->side)
		return false;
	if (isnan(before->time) || isnan(run->time))
		return isnan(before->time) && isnan(run->time);
	return run->time - before->time < gap_s;
}

/* Numbers the stretches: runs that follow the one before within `gap_s`. */
static void stretches_number(struct schedule_run *runs, size_t count, double gap_s,
                             struct schedule *schedule)
{
	schedule->stretch_count = schedule->stretches[0] = schedule->stretches[1] = 0;
	schedule->has_joined = false;
	for (size_t i = 0; i < count; i++) {
		bool joins = follows(i > 0 ? &runs[i - 1] : NULL, &runs[i], gap_s);
		schedule->has_joined = schedule->has_joined || joins;
		schedule->stretch_count += !joins;
		schedule->stretches[runs[i].side] += !joins;
		runs[i].stretch = schedule->stretch_count - 1;
	}
}

/* First and last start of the stretches of one side of runs[start..end), and their number. */
static bool side_is_apart(const struct schedule_run *runs, size_t start, size_t end,
                          size_t side)
{
	double first = (double)NAN, last = (double)NAN;
	size_t count = 0, runs_of_side = 0, stretch = SIZE_MAX;

	for (size_t i = start; i < end; i++) {
		if (runs[i].side != side)
			continue;
		runs_of_side++;
		if (runs[i].stretch == stretch)
			continue;
		stretch = runs[i].stretch;
		first = count++ == 0 ? runs[i].time : first;
		last = runs[i].time;
	}
	return runs_of_side == 0 || (count > 1 && last - first >= SCHEDULE_SPAN_S &&
	                             last - first >= SCHEDULE_APART_S * (double)(count - 1));
}

static bool is_apart(struct schedule_run *runs, size_t count, struct schedule *schedule)
{
	stretches_number(runs, count, SCHEDULE_JOIN_S, schedule);
	for (size_t start = 0, end; start < count; start = end) {
		end = place_end(runs, count, start);
		if (!side_is_apart(runs, start, end, 0) || !side_is_apart(runs, start, end, 1))
			return false;
	}
	return true;
}

void schedule_of(struct schedule_run *runs, size_t count, struct schedule *schedule)
{
	*schedule = (struct schedule){ .kind = DESIGN_BLOCKS };
	qsort(runs, count, sizeof *runs, run_compare);
	for (size_t start = 0, end; start < count; start = end) {
		end = place_end(runs, count, start);
		place_order(&runs[start], end - start);
	}
	schedule->changes = changes_of(runs, count);
	if (is_interleaved(runs, count, schedule->changes)) {
		schedule->kind = DESIGN_INTERLEAVED;
		stretches_number(runs, count, -1, schedule);
	} else if (is_apart(runs, count, schedule)) {
		schedule->kind = DESIGN_APART;
	} else {
		stretches_number(runs, count, SCHEDULE_APART_S, schedule);
	}
}
