/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLAN_H
#define MEMBENCH_REPORT_PLAN_H

#include "base/text.h"
#include "compare/campaign.h"

/* How to do a comparison of memory, for people and for programs. `files` names the pilot's
 * files, "" where there is none. */
void plan_table(const struct campaign *campaign, const char *files, struct text *text);
void plan_markdown(const struct campaign *campaign, const char *files, struct text *text);
void plan_json(const struct campaign *campaign, const char *files, struct text *text);

/* The commands to paste, one a line; lines that begin with '#' say when. */
void plan_commands(const struct campaign *campaign, struct text *text);

#endif
