/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_PROBE_HOT_H
#define MEMBENCH_CACHES_PROBE_HOT_H

#include <stdbool.h>

#include "caches/probe.h"

/* One size, and what each mapping took for it: ns a hop, NaN where it was left out. */
struct site {
	uint64_t bytes;
	bool is_hot;
	double ns[PROBE_MAPPINGS];
};

/* A measurement under way. */
struct probe {
	const struct probe_options *options;
	double tick_ns;         /* the least step of the clock */
	struct random random;
	struct site *sites;     /* ascending */
	size_t count, capacity;
	unsigned mapping;       /* the one being measured; in the end, how many were */
	bool in_upper;          /* the next hot size goes to the upper half of the mapping */
	uint64_t reached_bytes; /* the largest size so far */
	uint64_t hot_bytes;     /* the least of the hot ones: what is walked in no time fits in
	                         * private caches, or nearly; 0: unknown */
};

uint64_t probe_now(const struct probe *probe);

/* Sweep the span until it gets no faster, then chase a sample of its lines: ns a hop. */
double probe_hot(struct probe *probe, const struct span *span);

/* Over the mappings that measured it: the value below which `share` of them lie. */
double probe_site_ns(const struct site *site, double share);
/* One curve of all mappings, and one of each. */
void probe_fill(const struct probe *probe, struct probe_curves *curves);

/* The value below which `share` of them lie; sorts them. 0 and 1 are the least and most. */
double probe_quantile(double *values, size_t count, double share);

#endif
