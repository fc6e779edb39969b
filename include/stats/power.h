/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_POWER_H
#define MEMBENCH_STATS_POWER_H

#include <stddef.h>

#include "stats/test.h"

/*
 * What a design can see. A unit is what permutes (run or boot); its value is the mean over
 * sizes of ln value - mean of the size. Effects are relative: 0.03 is B 3 % from A.
 */

/* Smallest two-sided exact p of n_a v n_b untied units in each of `blocks` independent
 * blocks: 2 / C(N, n_a)^blocks, at most 1. The actual floor, ties included, is p_floor of
 * the test. */
double power_floor(size_t n_a, size_t n_b, size_t blocks);

/* Fewest units a side (n v n, one block) whose floor is below alpha: 4 for .05. */
size_t power_units_for_alpha(double alpha);
/* How many more a side it takes where the floor is not below alpha; at least one, where
 * counts alone would do but ties do not. */
size_t power_units_missing(double p_floor, size_t n_a, size_t n_b, double alpha);

/*
 * Smallest effect that the test finds with probability `power`:
 *     exp((t[1 - alpha/2, df] + t[power, df]) sqrt(pi / 3) sd sqrt(1/n_a + 1/n_b)) - 1
 * df = n_a + n_b - 2; sqrt(pi / 3) is the price of ranks at the normal distribution
 * (Hodges, Lehmann 1956). NaN where the floor is not below alpha or df is 0. Optimistic below
 * POWER_UNITS_FAIR units a side (simulated: 59-78 % instead of 80).
 */
#define POWER_UNITS_FAIR 7
double power_mde(double sd, size_t n_a, size_t n_b, double alpha, double power);
/* The same whatever the floor: for a test whose own scores are known to reach alpha. */
double power_detectable(double sd, size_t n_a, size_t n_b, double alpha, double power);

/* Fewest units a side with power_mde() <= effect and a floor below alpha; 0 above 100000. */
size_t power_units_for_effect(double sd, double effect, double alpha, double power);

/*
 * How often the exact U test of n v n normal values, `distance` standard deviations apart,
 * comes below alpha: of 10000 draws from one seed, right to half a point. What the formula
 * above leaves out is that ranks of few values are coarse: at its effect for 80 %, 4 to 6 a
 * side reach 59 to 76 % at alpha .05 to .0025, 7 reach 67 to 76, 8 and 9 71 to 79, 10 and
 * more 75 to 79. For up to POWER_SIMULATED_MOST a side; 0 where alpha is out of reach.
 */
#define POWER_SIMULATED_MOST 40
double power_simulated(double distance, size_t n, double alpha);

/* Noether (1987): n a side = (z[1 - alpha/2] + z[power])^2 / (6 (a12 - 1/2)^2), rounded
 * up; infinite at a12 = 1/2. */
double power_noether(double a12, double alpha, double power);

/* Standard deviation of a boot of `runs` runs: sqrt(boot_sd^2 + run_sd^2 / runs). */
double power_boot_sd(double boot_sd, double run_sd, size_t runs);

#endif
