/* SPDX-License-Identifier: MIT */
/* caches: what the mappings of a probe took, as curves. Measures nothing. */
#include "caches/probe_hot.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

double probe_site_ns(const struct site *site, double share)
{
	double values[PROBE_MAPPINGS];
	size_t count = 0;

	for (size_t i = 0; i < PROBE_MAPPINGS; i++) {
		if (!isnan(site->ns[i]))
			values[count++] = site->ns[i];
	}
	return probe_quantile(values, count, share);
}

/* What stands out above in the walked part is disturbance. */
static void level_spikes(struct curve *curve, size_t walked)
{
	for (size_t i = walked; i-- > 1;)
		curve->points[i - 1].value =
		        fmin(curve->points[i - 1].value, curve->points[i].value);
}

static void fill_curve(const struct probe *probe, struct curve *curve)
{
	double *spreads = memory_zeroed(probe->count, sizeof *spreads);
	size_t walked = 0;

	for (size_t i = 0; i < probe->count; i++) {
		const struct site *site = &probe->sites[i];
		walked += !site->is_hot;
		spreads[i] = probe_site_ns(site, 0.5) / probe_site_ns(site, 0);
		curve_add(curve, (double)site->bytes, probe_site_ns(site, site->is_hot ? 0.5 : 0));
		if (site->is_hot && curve->hot_bytes <= 0)
			curve->hot_bytes = (double)site->bytes;
	}
	level_spikes(curve, walked);
	/* Private caches: those that neighbours share spread by themselves. */
	curve->spread = probe_quantile(spreads, walked, 0.75);
	free(spreads);
}

static void fill_mappings(const struct probe *probe, struct probe_curves *curves)
{
	curves->mapping_count = probe->mapping;
	for (size_t j = 0; j < curves->mapping_count; j++) {
		struct curve *curve = &curves->mappings[j];
		curve->kind = CURVE_LATENCY;
		for (size_t i = 0; i < probe->count; i++) {
			const struct site *site = &probe->sites[i];
			if (isnan(site->ns[j]))
				continue;
			curve_add(curve, (double)site->bytes, site->ns[j]);
			if (site->is_hot)
				curve->hot_bytes = curves->all.hot_bytes;
		}
	}
}

void probe_fill(const struct probe *probe, struct probe_curves *curves)
{
	fill_curve(probe, &curves->all);
	fill_mappings(probe, curves);
}
