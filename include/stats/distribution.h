/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_DISTRIBUTION_H
#define MEMBENCH_STATS_DISTRIBUTION_H

/*
 * Distribution functions, tails to full relative precision: through erfc(), series and
 * continued fractions, never 1 - cdf. Formulas: Abramowitz and Stegun (1964), 7.1, 26.4,
 * 26.5, 26.7; NIST Digital Library of Mathematical Functions, 7, 8.
 */
double normal_upper(double z);            /* P(Z >= z) */
double normal_upper_log10(double z);      /* log10 of it, right beyond z = 38 */
double normal_quantile(double p);         /* 0 < p < 1 */

double chi2_upper(double x, double df);   /* P(X >= x) */

double student_two(double t, double df);  /* P(|T| >= |t|) */
double student_quantile(double p, double df);

double beta_lower(double x, double a, double b); /* regularised incomplete beta I_x(a, b) */
double f_upper(double f, double df_above, double df_below); /* P(F >= f) */

double log_choose(double n, double k);    /* ln C(n, k) */

#endif
