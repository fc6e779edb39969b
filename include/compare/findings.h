/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_FINDINGS_H
#define MEMBENCH_COMPARE_FINDINGS_H

#include "compare/compare.h"
#include "compare/design.h"
#include "samples/quantity.h"

/* Some runs of one pair at some sizes: runs[side] are indices into the runs of A or B. */
struct unit_request {
	const struct comparison *comparison;
	const struct design *design;
	size_t configurations[2]; /* A, B */
	const size_t *runs[2];
	size_t run_counts[2];
	const size_t *sizes;
	size_t size_count;
	bool is_joined; /* all runs of a side, inside a block, are one stretch of time */
};

/* Effects of every level and size of pair->a and pair->b, by pair->unit. */
void pair_measure(const struct comparison *comparison, const struct design *design,
                  struct compare_pair *pair);

/* Drift of a level, and what it leaves to be found. Where there are too few blocks in time
 * to permute them each counts as one run, and both intervals are widened to that. */
void finding_widen(const struct unit_request *request, struct level_finding *finding);

/* Whether the runs of a pair resemble their neighbours in time: serial_z() of both sides in
 * this level, which counts as much as all others together; NaN where it cannot be told. */
double level_serial_z(const struct comparison *comparison, const struct design *design,
                      const struct compare_pair *pair, size_t level);

/* Issue rate B / A - 1 of the runs that a level is compared by, at its sizes: of the medians
 * of runs. NaN where it is not known, or of two hosts or kinds of CPU. */
double core_change(const struct comparison *comparison, const struct compare_pair *pair,
                   size_t level);
/* Whether a cache changed as that did, within its interval or the margin, which of sides at
 * different times shows the clock alone. Not asked of boots, nor where all rows count. */
bool core_explains(const struct comparison *comparison, const struct compare_pair *pair,
                   const struct level_finding *finding);

/* Kruskal-Wallis over runs of every level, of three or more configurations. */
void levels_kruskal(struct comparison *comparison);

/* As compare_files() does, up to the effects of every pair. */
int compare_measure(const struct compare_file *files, size_t file_count,
                    const struct compare_options *options, struct comparison *comparison,
                    struct error *err);
/* Holm's p of all findings of all of them, and how many those are: ->family. */
void findings_adjust(struct comparison *const *items, size_t count);
/* Holm over all pairs and levels of all of them, which are one family; then of each verdicts,
 * controls, conclusions and the gate. */
void comparisons_judge(struct comparison *const *items, size_t count);
/* Words and doubts. */
void comparison_conclude(struct comparison *comparison);

/* --gate: fails (status 2) where its level is none of these files; sets ->gate. */
int gate_check(const struct comparison *comparison, struct error *err);
void gate_judge(struct comparison *comparison);

/* What follows in words: pair->sentences. */
void comparison_explain(struct comparison *comparison);
void explain_equivalent(const struct comparison *comparison,
                        const struct compare_pair *pair, struct text *text);
void explain_cannot_tell(const struct comparison *comparison,
                         const struct compare_pair *pair, struct text *text);
void explain_core_slower(const struct comparison *comparison,
                         const struct compare_pair *pair, struct text *text);
/* Of commands: what follows from the verdicts on their sizes, and in words. */
enum conclusion conclude_sizes(const struct compare_pair *pair);
void explain_sizes(const struct comparison *comparison, const struct compare_pair *pair,
                   struct text *text);
/* "L1 (-5.2 %) changed as the core did (-4.6 % in B ...)"; false where no cache did. */
bool explain_core_changed(const struct comparison *comparison,
                          const struct compare_pair *pair, struct text *text);
/* Why a level is not told where the core or the time of the runs is the reason. */
void explain_open(const struct comparison *comparison, const struct compare_pair *pair,
                  struct text *text);
/* The commands that would tell what is not: pair->advice. */
void pair_advise(const struct comparison *comparison, struct compare_pair *pair);
/* The largest change of a level that could have gone unseen; NaN where none is known. */
double pair_worst_mde(const struct compare_pair *pair);
/* DRAM's finding; NULL where there is none. */
const struct level_finding *pair_dram(const struct comparison *comparison,
                                      const struct compare_pair *pair);
/* Whether a level moved: as a control, or, of DRAM, by its verdict. */
bool finding_moved(const struct level_finding *finding);
/* The sentence on what the p of a pair holds for. */
void scope_explain(const struct comparison *comparison, const struct compare_pair *pair,
                   struct text *text);

/* Lost levels by what they leave open: the controls before the first mover, the caches
 * behind it, or all. Writes "L2 and L3" where `text` is not NULL; returns how many. */
enum lost_pick { LOST_BEFORE, LOST_BETWEEN, LOST_ALL };
size_t lost_put(const struct comparison *comparison, const struct compare_pair *pair,
                enum lost_pick pick, struct text *text);
bool lost_holds(const struct comparison *comparison, const char *level);
/* The sentence that nothing is said of them; none where none is lost. */
void lost_explain(const struct comparison *comparison, const struct compare_pair *pair,
                  struct text *text);
/* ", " and " and " before the nth of so many names, from 0. */
const char *list_separator(size_t nth, size_t total);

/* Every doubt with its cure: first those of the design and the findings, then those of
 * the values that were measured. */
void comparison_doubt(struct comparison *comparison);
/* The gravest first. */
void comparison_rank_doubts(struct comparison *comparison);
void doubt_copies(struct comparison *comparison, const struct compare_pair *pair);
void doubt_spread(struct comparison *comparison, const struct compare_pair *pair,
                  const struct level_finding *finding);
void comparison_doubt_values(struct comparison *comparison);
/*
 * The doubt about drift: within boots, where boots are not compared with one another, and
 * from boot to boot by their medians, where hosts are not, of each configuration and of
 * all together. Holm over all that is asked, so that one comparison in twenty at most
 * doubts in vain. What no order of so few runs or boots could answer is not asked: 4
 * levels of 2 configurations take 6 runs of one boot, 3 of each of 4, or 5 boots a side.
 */
void comparison_doubt_drift(struct comparison *comparison);

/* "+4.1 %", "0.0 %"; as many decimals as tell it from nothing. Returns `text`. */
#define PERCENT_BYTES 96
const char *percent_format(double fraction, char text[PERCENT_BYTES]);
/* As what its rates are shown, and one of them as that: all settings are alike. */
enum quantity comparison_quantity(const struct comparison *comparison);
double comparison_value(const struct comparison *comparison, double mb_per_s);

/* The change of an effect as what it is shown as: "+4.1 %", of latencies "118.2 -> 115.9 ns,
 * -1.9 %". */
const char *change_format(const struct comparison *comparison, const struct effect *effect,
                          char text[PERCENT_BYTES]);

#endif
