/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_STATS_DESCRIBE_H
#define MEMBENCH_STATS_DESCRIBE_H

#include <stddef.h>

struct describe {
	size_t count;
	double min, q1, median, q3, max; /* quartiles of type 7 */
	double mean, sd;                 /* sd with n - 1; NaN of one value */
	double cv;                       /* sd / |mean|; NaN where the mean is 0 */
	double mad;      /* median |x - median|, times 1.4826: an sd at the normal */
	double lag1;     /* correlation of neighbours in the order given:
	                  * sum (x[i]-m)(x[i+1]-m) / sum (x[i]-m)^2; NaN if constant or
	                  * of fewer than 3 */
	double trend;    /* Theil-Sen slope (1950, 1968): median change from one value to the
	                  * next; NaN of one value. Both of the first 2000 values at most */
	double trend_p;  /* Mann-Kendall (1945), two-sided, normal with tie and continuity
	                  * corrections; NaN below 4 values */
	double trend_log10_p; /* log10 of it, where a double is too small for trend_p */
	size_t outliers; /* stats/outliers.h; counted, never dropped */
};

/* `values` in the order in which they were measured. */
void describe_run(const double *values, size_t count, struct describe *result);

#endif
