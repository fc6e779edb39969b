/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_PLAN_PARTS_H
#define MEMBENCH_REPORT_PLAN_PARTS_H

#include "report/fields.h"
#include "report/plan.h"

void plan_json(const struct campaign *campaign, const char *files, struct text *text);

/* A record for each level of the pilot, in every format. */
void plan_levels(struct fields *fields, const struct campaign *campaign);
/* For people: a row for each spread of boots. */
void plan_boots(struct fields *fields, const struct campaign *campaign);

#endif
