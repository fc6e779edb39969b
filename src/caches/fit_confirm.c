/* SPDX-License-Identifier: MIT */
/* caches: what single mappings say of the boundaries that all of them show. */
#include <math.h>

#include "caches/fit.h"

#define NEAR 1.5 /* times larger or smaller; the factor within which a report is supported */

/* The boundary nearest to `bytes`; 0 where the curve has none. */
static double find_nearest(const struct fit *fit, double bytes)
{
	double least = (double)INFINITY, nearest = 0;

	for (size_t i = 0; i + 1 < fit->count; i++) {
		double apart = fabs(log(fit->plateaus[i].capacity_bytes / bytes));
		if (apart < least) {
			least = apart;
			nearest = fit->plateaus[i].capacity_bytes;
		}
	}
	return nearest;
}

static void plateau_confirm(struct plateau *plateau, double bytes)
{
	double whole = plateau->capacity_bytes;

	plateau->seen_count++;
	if (bytes <= 0)
		return;
	if (plateau->least_bytes <= 0 || bytes < plateau->least_bytes)
		plateau->least_bytes = bytes;
	plateau->most_bytes = fmax(plateau->most_bytes, bytes);
	plateau->near_count += bytes <= NEAR * whole && whole <= NEAR * bytes;
}

void fit_confirm(struct fit *fit, const struct curve *curves, size_t count)
{
	for (size_t j = 0; j < count; j++) {
		struct fit one;
		fit_curve(&curves[j], &one);
		for (size_t i = 0; i + 1 < fit->count; i++) {
			struct plateau *plateau = &fit->plateaus[i];
			if (curves[j].hot_bytes > 0 || !plateau->is_hot)
				plateau_confirm(plateau,
				                find_nearest(&one, plateau->capacity_bytes));
		}
	}
}
