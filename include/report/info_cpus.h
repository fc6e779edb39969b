/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_INFO_CPUS_H
#define MEMBENCH_REPORT_INFO_CPUS_H

#include "report/info.h"

/* The CPU in question, those that may be had, and which kind of core is the fastest. For
 * info.c only. */
void info_cpus_lines(const struct info *info, struct text *text);

#endif
