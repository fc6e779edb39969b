/* SPDX-License-Identifier: MIT */
/* compare: verdicts, controls and the conclusion. Knows effects, not where they come from. */
#include "compare/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/thresholds.h"
#include "stats/power.h"
#include "stats/verdict.h"

const char *const level_verdict_names[] = {
	"faster", "slower", "equivalent", "cannot-tell", NULL,
};
const char *const control_names[] = { "holds", "moved", "cannot-tell", NULL };
const char *const compare_design_names[] = { "interleaved", "apart", "blocks", NULL };
const char *const compare_unit_names[] = { "run", "block", "boot", "sample", NULL };
const char *const compare_scope_names[] = {
	"these boots", "same boot", "boots", "these stretches of time",
	"two stretches of time, one a side", NULL,
};

/* ---- Verdicts ---- */

static bool within(const struct comparison *comparison, const struct level_finding *finding,
                   double margin)
{
	struct equivalence equivalence = {
		1 + finding->near_low, 1 + finding->near_high, finding->near_confidence, margin,
		comparison->options.alpha,
	};

	return equivalence_holds(&equivalence);
}

static bool moved(const struct comparison *comparison, const struct level_finding *finding)
{
	bool excludes = finding->effect.low > 0 || finding->effect.high < 0;

	return verdict_reaches(finding->p_holm, comparison->options.alpha) && !finding->is_busy &&
	       !finding->is_core && (finding->allowance == 0 || excludes);
}

static double detectable(const struct comparison *comparison,
                         const struct level_finding *finding, double alpha)
{
	/* The floor of these very scores: unequal counts of several sizes have one of 1 / C. */
	if (!verdict_reaches(finding->effect.p_floor, alpha))
		return (double)NAN;
	double mde = power_detectable(finding->unit_sd, finding->effect.n_a,
	                              finding->effect.n_b, alpha, comparison->options.power);
	return isinf(finding->allowance) ? (double)NAN : fmax(mde, finding->allowance_mde);
}

/* Where the test itself cannot reach alpha, nothing is concluded, not even sameness. */
static enum level_verdict verdict(const struct comparison *comparison,
                                  const struct level_finding *finding)
{
	double p = moved(comparison, finding) ? finding->p_holm : 1;

	if (finding->is_busy || !verdict_reaches(finding->reachable_p, comparison->options.alpha))
		return LEVEL_CANNOT_TELL;
	switch (verdict_of(within(comparison, finding, comparison->options.margin), p,
	                   comparison->options.alpha)) {
	case VERDICT_EQUIVALENT:
		return LEVEL_EQUIVALENT;
	case VERDICT_DIFFERENT:
		return finding->effect.change > 0 ? LEVEL_FASTER : LEVEL_SLOWER;
	case VERDICT_CANNOT_TELL:
		break;
	}
	return LEVEL_CANNOT_TELL;
}

static void judge_level(const struct comparison *comparison, const struct compare_pair *pair,
                        struct level_finding *finding)
{
	double alpha = comparison->options.alpha / (double)comparison->family;

	finding->is_core = moved(comparison, finding) &&
	                   core_explains(comparison, pair, finding);
	finding->verdict = verdict(comparison, finding);
	finding->units_missing = power_units_missing(finding->reachable_p, finding->effect.n_a,
	                                             finding->effect.n_b, alpha);
	finding->mde = detectable(comparison, finding, alpha);
}

/* ---- Controls ---- */

const struct level_finding *pair_dram(const struct comparison *comparison,
                                      const struct compare_pair *pair)
{
	for (size_t i = 0; !comparison->is_by_size && i < pair->level_count; i++) {
		if (!comparison->levels[pair->levels[i].level].is_cache)
			return &pair->levels[i];
	}
	return NULL;
}

/* |ln| of the end nearest to no change, the same for B / A as for A / B; 0 where the
 * interval holds no change or has no end. */
static double near_end(const struct effect *effect)
{
	if (!isfinite(effect->low) || !isfinite(effect->high))
		return 0;
	if (effect->low > 0)
		return log1p(effect->low);
	return effect->high < 0 ? -log1p(effect->high) : 0;
}

/* Two one-sided tests of alpha each, for no change at all: power 0.9 on either side. */
static size_t units_for_control(const struct comparison *comparison,
                                const struct level_finding *finding)
{
	double alpha = comparison->options.alpha;

	if (!(finding->unit_sd > 0) || finding->is_busy || finding->allowance > 0)
		return 0;
	return power_units_for_effect(finding->unit_sd, finding->control_margin, 2 * alpha,
	                              1 - (1 - comparison->options.power) / 2);
}

static enum control control_of(const struct comparison *comparison,
                               const struct level_finding *finding)
{
	if (finding->is_busy || !verdict_reaches(finding->reachable_p, comparison->options.alpha))
		return CONTROL_CANNOT_TELL;
	if (within(comparison, finding, finding->control_margin))
		return CONTROL_HOLDS;
	return moved(comparison, finding) ? CONTROL_MOVED : CONTROL_CANNOT_TELL;
}

static void judge_controls(const struct comparison *comparison, struct compare_pair *pair)
{
	const struct level_finding *dram = pair_dram(comparison, pair);
	double part = dram != NULL ? expm1(near_end(&dram->effect) * CONTROL_PART) : 0;

	for (size_t i = 0; i < pair->level_count; i++) {
		struct level_finding *finding = &pair->levels[i];
		finding->control = CONTROL_NONE;
		if (finding == dram || comparison->is_by_size)
			continue;
		finding->control_margin = fmax(comparison->options.margin, part);
		finding->control = control_of(comparison, finding);
		finding->is_still = finding->control == CONTROL_HOLDS &&
		                    !moved(comparison, finding) &&
		                    within(comparison, finding, comparison->options.margin);
		if (finding->control == CONTROL_CANNOT_TELL)
			finding->control_units = units_for_control(comparison, finding);
	}
}

/* Of one block in time a side nothing says how far blocks lie apart but the controls: what
 * moves DRAM less than a cache was moved is no change of the memory. */
static void judge_by_controls(const struct comparison *comparison, struct compare_pair *pair)
{
	const struct level_finding *found = pair_dram(comparison, pair);
	double most = 0;

	if (found == NULL || found->allowance == 0 || pair->stretches[0] != 1 ||
	    pair->stretches[1] != 1)
		return;
	struct level_finding *dram = &pair->levels[found - pair->levels];
	for (size_t i = 0; i < pair->level_count; i++) {
		if (&pair->levels[i] != dram)
			most = fmax(most, fabs(log1p(pair->levels[i].effect.change)));
	}
	dram->is_below_control = moved(comparison, dram) &&
	                         fabs(log1p(dram->effect.change)) < most;
	if (dram->is_below_control && dram->verdict != LEVEL_EQUIVALENT)
		dram->verdict = LEVEL_CANNOT_TELL;
}

/* ---- The conclusion: first match wins ---- */

struct tally {
	size_t caches, moved, equivalent, undecided_before; /* before the first mover */
	bool has_dram, dram_moved;
};

bool finding_moved(const struct level_finding *finding)
{
	if (finding->control != CONTROL_NONE)
		return finding->control == CONTROL_MOVED;
	return finding->verdict == LEVEL_FASTER || finding->verdict == LEVEL_SLOWER;
}

static struct tally tally_of(struct compare_pair *pair)
{
	struct tally tally = { 0 };

	pair->first_mover = pair->level_count;
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		bool is_dram = finding->control == CONTROL_NONE;
		if (finding_moved(finding) && pair->first_mover == pair->level_count)
			pair->first_mover = i;
		if (pair->first_mover == pair->level_count)
			tally.undecided_before += finding->control == CONTROL_CANNOT_TELL;
		tally.caches += !is_dram;
		tally.moved += !is_dram && finding_moved(finding);
		tally.equivalent += finding->verdict == LEVEL_EQUIVALENT;
		tally.has_dram = tally.has_dram || is_dram;
		tally.dram_moved = tally.dram_moved || (is_dram && finding_moved(finding));
	}
	return tally;
}

/* A control that cannot be compared is one of which it cannot be told. */
static enum conclusion conclude(const struct comparison *comparison,
                                struct compare_pair *pair)
{
	struct tally tally = tally_of(pair);

	if (comparison->is_by_size)
		return conclude_sizes(pair);
	tally.undecided_before += lost_put(comparison, pair, LOST_BEFORE, NULL);
	if (pair->core_ratio != 1)
		return CONCLUDE_CORE_SLOWER;
	if (tally.caches > 0 && tally.moved == tally.caches &&
	    (tally.dram_moved || !tally.has_dram))
		return CONCLUDE_ALL_MOVED;
	if (tally.moved > 0 && !tally.dram_moved)
		return CONCLUDE_CACHE_ONLY;
	if (tally.dram_moved &&
	    (tally.undecided_before > 0 || tally.caches == 0 || pair->is_disturbed))
		return CONCLUDE_CONTROLS_INCONCLUSIVE;
	if (tally.dram_moved)
		return tally.moved > 0 ? CONCLUDE_FROM_CACHE : CONCLUDE_DRAM_ONLY;
	return pair->level_count > 0 && tally.equivalent == pair->level_count &&
	               comparison->lost_count == 0
	       ? CONCLUDE_EQUIVALENT : CONCLUDE_CANNOT_TELL;
}

static double preempted_share(const struct configuration *configuration)
{
	return (double)configuration->flagged[cell_flag_index(CELL_PREEMPTED)] /
	       (double)configuration->cell_count;
}

/* Another task on the measuring CPU, on one side only, is a difference of its own. */
static bool is_disturbed(const struct comparison *comparison,
                         const struct compare_pair *pair)
{
	return fabs(preempted_share(&comparison->configurations[pair->a]) -
	            preempted_share(&comparison->configurations[pair->b])) > DISTURBED_SHARE;
}

static void judge(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->pair_count; i++) {
		struct compare_pair *pair = &comparison->pairs[i];
		for (size_t j = 0; j < pair->level_count; j++)
			judge_level(comparison, pair, &pair->levels[j]);
		judge_controls(comparison, pair);
		judge_by_controls(comparison, pair);
		pair->is_disturbed = is_disturbed(comparison, pair);
		pair->conclusion = conclude(comparison, pair);
	}
	gate_judge(comparison);
}

void comparisons_judge(struct comparison *const *items, size_t count)
{
	findings_adjust(items, count);
	for (size_t i = 0; i < count; i++)
		judge(items[i]);
}
