/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_FORMAT_H
#define MEMBENCH_REPORT_FORMAT_H

/* What a report is written as; each is a pure function of what it reports. */
enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON, FORMAT_MARKDOWN };
extern const char *const format_names[]; /* "table", "csv", "json", "markdown", NULL */

#endif
