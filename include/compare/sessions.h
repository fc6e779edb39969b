/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_SESSIONS_H
#define MEMBENCH_COMPARE_SESSIONS_H

#include "compare/compare.h"

/*
 * `compare --by session`: how far do sessions of one configuration lie apart, although
 * nothing was changed? All files together; clean runs only (compare/clean.h). Everything is
 * a fraction of a rate.
 */
enum sessions_verdict { SESSIONS_ALIKE, SESSIONS_DRIFT, SESSIONS_CANNOT_TELL };
extern const char *const sessions_verdict_names[]; /* "alike", "drift", "cannot-tell" */

struct sessions_level {
	const struct compare_level *level; /* of `comparison` */
	size_t sessions, runs;  /* with clean runs in it */
	size_t slowed;          /* runs left out */
	double median;          /* MB/s over all runs */
	double run_sd;          /* of a run within its session; NaN where all have one run */
	double largest;         /* the fastest session's median over the slowest's, - 1 */
	double differ;          /* two sessions lie apart by up to this, 95 % of the time, by the
	                         * standard deviation of their means; NaN of fewer than 5 */
	double p, p_holm;       /* Kruskal and Wallis over sessions; NaN where none has two runs */
	/* Drift: Holm p below alpha and `largest` above the margin. Alike: `differ` inside it,
	 * or a p below alpha and `largest` inside it: told apart, but by less than counts. */
	enum sessions_verdict verdict;
};

struct sessions {
	struct comparison comparison;  /* arranged, of one configuration */
	struct sessions_level *levels;
	size_t level_count, session_count;
	enum sessions_verdict verdict; /* drift where a level has it, alike where all are */
	struct text sentence;          /* "Drift of 4 % in DRAM; L1 and L2 are alike." */
};

/* Fails (status 2) where the files are not of one configuration, or of one session. */
int compare_sessions(const struct compare_file *files, size_t file_count,
                     const struct compare_options *options, struct sessions *sessions,
                     struct error *err);
void sessions_release(struct sessions *sessions);

#endif
