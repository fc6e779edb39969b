/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_INFO_MODULES_H
#define MEMBENCH_REPORT_INFO_MODULES_H

#include "base/text.h"
#include "dimms/modules.h"
#include "report/json.h"

/* The memory modules, for info.c and info_data.c: nothing where nobody was asked for them,
 * one line where nobody tells. */
void info_modules_table(const struct modules *modules, struct text *text);
void info_modules_markdown(const struct modules *modules, struct text *text);
/* Keys memory_modules, memory_slots, memory_spds, memory_sources, memory_doubts. */
void info_modules_json(const struct modules *modules, struct json *json);
void info_modules_csv(const struct modules *modules, struct text *text);

#endif
