/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_INFO_PARTS_H
#define MEMBENCH_REPORT_INFO_PARTS_H

#include "dimms/peak.h"
#include "report/fields.h"
#include "report/info.h"
#include "report/page.h"

/* What the formats of `membench info` share. */

/* The levels to show: those of the hierarchy, and in between and where there are none (then
 * L1 to L3) levels of which nothing is known. Returns how many. */
size_t info_levels(const struct info *info, struct level levels[CACHE_LEVELS]);
const char *info_level_name(const struct level *level); /* "L1d", "L2" ... */

void info_json(const struct info *info, struct text *text);
void info_csv(const struct info *info, struct text *text);

/* A record each, in every format. */
void info_caches(struct fields *fields, const struct info *info);
void info_modules(struct fields *fields, const struct modules *modules);

/* Keys peak_bytes_per_s (null unless one figure is known), peak_low_bytes_per_s and
 * peak_high_bytes_per_s of a range, peak_source ("smbios", "user" or null). */
void info_peak_json(const struct peak *peak, struct json *json);

/* Keys memory_modules, memory_slots, memory_spds, memory_sources, memory_doubts,
 * and those of the peak. */
void info_modules_json(const struct modules *modules, struct json *json);

/* The CPU in question, those that may be had, and which kind of core is the fastest. */
void info_cpus_lines(const struct info *info, struct text *text);
/* The modules: nothing where nobody was asked for them, one line where nobody tells. */
void info_modules_page(const struct modules *modules, struct page *page);

#endif
