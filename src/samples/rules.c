/* SPDX-License-Identifier: MIT */
/* samples: what a row must hold beyond fields that read. Knows no file. */
#include "samples/rules.h"

#include <math.h>

#include "base/text.h"

#define RATE_TOLERANCE 0.001 /* for programs that rounded to four figures or more */
#define HALF_DIGIT     0.005 /* the file rounds times and rates to 0.01 */
#define BLOCK_MOST     (UINT64_C(1) << 60) /* more than processors can address */
#define NS_MOST        1e18  /* 31 years */
#define RATE_LEAST     1e-6  /* a byte a second, in MB/s ... */
#define RATE_MOST      1e15  /* ... and a billion times what memory moves */

static bool threads_hold(const struct cell *cell)
{
	return cell->context->threads > 0;
}

static bool page_bytes_holds(const struct cell *cell)
{
	return cell->context->page_bytes > 0;
}

static bool huge_share_holds(const struct cell *cell)
{
	return isnan(cell->huge_share) || cell->huge_share <= 1;
}

/* A name cut short is none of them: a torn last line does not read as a row. */
static bool huge_source_holds(const struct cell *cell)
{
	const char *source = cell->context->huge_source;
	bool known = source[0] == '\0';

	for (size_t i = 0; !known && huge_sources[i] != NULL; i++)
		known = text_equal(huge_sources[i], source);
	return known;
}

static bool block_bytes_holds(const struct cell *cell)
{
	return cell->block_bytes > 0 && cell->block_bytes <= BLOCK_MOST;
}

static bool level_holds(const struct cell *cell)
{
	return cell_level(cell->level) < CELL_LEVELS;
}

static bool samples_hold(const struct cell *cell)
{
	return cell->samples > 0;
}

static bool bytes_hold(const struct cell *cell)
{
	return cell->bytes > 0;
}

static bool ns_q1_holds(const struct cell *cell)
{
	return cell->ns_q1 > 0;
}

/* What a run took is reckoned from it. */
static bool ns_mean_holds(const struct cell *cell)
{
	return cell->ns_mean <= NS_MOST;
}

static bool rate_is_possible(const struct cell *cell)
{
	return cell->mb_per_s == 0 ||
	       (cell->mb_per_s >= RATE_LEAST && cell->mb_per_s <= RATE_MOST);
}

static bool rate_holds(const struct cell *cell)
{
	double rate = cell_rate(cell);
	double tolerance = rate * (RATE_TOLERANCE + HALF_DIGIT / cell->ns_q1) + HALF_DIGIT;

	return fabs(cell->mb_per_s - rate) <= tolerance;
}

/* The rate last: it needs bytes and time. */
static const struct rule rules[] = {
	{ "threads", threads_hold, "a whole number >= 1" },
	{ "page_bytes", page_bytes_holds, "a whole number >= 1" },
	{ "huge_share", huge_share_holds, "a share from 0 to 1, or empty" },
	{ "huge_source", huge_source_holds, "hugetlb, thp, hugetlb+thp, or empty" },
	{ "block_bytes", block_bytes_holds, "a whole number from 1 to 2^60" },
	{ "level", level_holds, "L1 to L4, DRAM, beyond, - or ?" },
	{ "samples", samples_hold, "a whole number >= 1" },
	{ "bytes", bytes_hold, "a whole number >= 1" },
	{ "ns_q1", ns_q1_holds, "a time above 0" },
	{ "ns_mean", ns_mean_holds, "a time of at most 1e18 ns" },
	{ "mb_per_s", rate_is_possible, "0 or a rate from 1e-6 to 1e15" },
	{ "mb_per_s", rate_holds, "bytes / ns_q1 * 1000 of its row, within 0.1 %" },
};

const struct rule *rules_broken(const struct cell *cell)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		if (!rules[i].holds(cell))
			return &rules[i];
	}
	return NULL;
}
