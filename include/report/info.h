/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_INFO_H
#define MEMBENCH_REPORT_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "caches/hierarchy.h"
#include "dimms/modules.h"
#include "platform/platform.h"
#include "report/format.h"

/* What of an earlier file can be measured here, in words. */
struct info_like {
	const char *path;  /* NULL: nobody asked */
	enum status status; /* done: all of it; partial: some; bad input: nothing */
	struct text lines; /* what it has, what of that cannot be had, what is otherwise */
};

/* What `membench info` tells, as a value. What is not known is NULL, NaN, 0 or empty. */
struct info {
	const struct hierarchy *hierarchy;
	const struct modules *modules;         /* decided upon */
	bool has_caches;                       /* else only modules were asked for */
	const char *version;
	const char *system, *libc, *cpu_model; /* NULL where not known */
	long cpu;                              /* the one looked at; -1 where none is */
	struct cpu_set allowed_cpus;
	struct cpu_set other_cpus;             /* outside the mask, to be had by name */
	struct cpu_set isolated_cpus;
	/* Kinds of core among the allowed: static, who tells (NULL: nobody); which are fastest,
	 * empty where they do not differ. */
	const char *kinds_source;
	struct cpu_set fastest_cpus;
	bool is_pinned;                        /* only where `system` is known */
	double clock_ghz;
	double timer_resolution_ns, timer_cost_ns;
	uint64_t page_bytes, huge_page_bytes;
	double huge_share;                     /* of memory that asked for huge pages, 0..1 */
	struct memory_limit memory;            /* source NULL where not known */
	bool has_features;
	uint64_t features;                     /* platform/features.h; only if has_features */
	struct info_like like;
};

/* CSV has the caches alone, one a row; the modules where only those were asked for. */
void info_report(const struct info *info, enum format format, struct text *text);

#endif
