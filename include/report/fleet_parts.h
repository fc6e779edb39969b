/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_FLEET_PARTS_H
#define MEMBENCH_REPORT_FLEET_PARTS_H

#include "report/fields.h"
#include "report/fleet.h"

/* A record for each host of a group that is wanted; NULL: all. */
void fleet_hosts(struct fields *fields, const struct fleet *fleet, size_t index,
                 bool (*wanted)(const struct fleet_host *));
bool fleet_has_field(const struct fleet *fleet, const char *name);
/* "8K,256M" */
void fleet_put_sizes(const struct fleet_level *level, struct text *text);
void fleet_group_json(struct json *json, const struct fleet *fleet, size_t index);
/* "DRAM (256M), 5 runs a host: middle 238100 MB/s, spread 0.6 %, fence -2.1 % (3.6 spreads)" */
void fleet_put_head(const struct fleet *fleet, size_t index, struct text *text);

#endif
