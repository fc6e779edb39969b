/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_ONEWAY_H
#define MEMBENCH_STATS_ONEWAY_H

#include <stddef.h>

#include "stats/test.h"

/*
 * Samples that belong together by families: how far values lie apart inside a sample, and
 * how far the samples of one family do (one-way analysis of variance; Searle, Casella,
 * McCulloch 1992, 3.6). Samples of different families are never compared.
 */
struct oneway {
	size_t values, samples;  /* that have values */
	double within_sd;        /* pooled; NaN without degrees of freedom */
	size_t within_df;        /* values - samples */
	double between_sd;       /* of the samples' means, pooled over families; NaN likewise */
	size_t between_df;       /* samples - families */
	/* What a sample adds of itself, values taken off; NaN likewise:
	 *     sqrt(max(0, (MS_between - MS_within) / n0)),
	 *     n0 = (values - sum over families of sum n^2 / sum n) / between_df */
	double component_sd;
};

/* `families[i]` is that of samples[i], equal ones next to each other; samples may be empty,
 * and then their family is not looked at. */
void oneway_run(const struct sample *samples, const size_t *families, size_t count,
                struct oneway *result);

/* Standard deviation from neighbours in order, which a slow drift does not widen:
 * sqrt(sum (x[i+1] - x[i])^2 / (2 (n - 1))), pooled over samples (von Neumann 1941). */
double oneway_successive_sd(const struct sample *samples, size_t count);

/*
 * How far the means of `a` and `b` samples of one kind lie apart at most, with this
 * confidence, where a sample counts as one value of standard deviation `sd`:
 *     t[(1 + confidence) / 2, df] sd sqrt(1/a + 1/b)
 * Infinite where df is below ONEWAY_DF_LEAST or sd is NaN: then nothing can be told.
 */
#define ONEWAY_DF_LEAST 4
double oneway_bound(double sd, size_t df, size_t a, size_t b, double confidence);

#endif
