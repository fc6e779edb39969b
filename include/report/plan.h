/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLAN_H
#define MEMBENCH_REPORT_PLAN_H

#include "base/text.h"
#include "compare/campaign.h"
#include "report/format.h"

/* How to do a comparison of memory; there is no CSV of it. `files` names the pilot's
 * files, "" where there is none. */
void plan_report(const struct campaign *campaign, const char *files, enum format format,
                 struct text *text);

/* The commands to paste, one a line; lines that begin with '#' say when. */
void plan_commands(const struct campaign *campaign, struct text *text);

#endif
