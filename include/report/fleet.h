/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_REPORT_FLEET_H
#define MEMBENCH_REPORT_FLEET_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "fleet/fleet.h"
#include "report/format.h"

/*
 * A line a host, its name first: those that are slow, then what cannot be told, then the
 * others, slowest first. CSV and JSON have every host. For people those that are alike stand
 * there up to FLEET_ALIKE_SHOWN of them, or where `is_verbose`; else their number does.
 */
#define FLEET_ALIKE_SHOWN 20
void fleet_report(const struct fleet *fleet, enum format format, bool is_verbose,
                  struct text *text);

/* A field by its name in CSV, of the hosts that are slow and no other, a line each. Fails
 * (status 2) where there is no such field. */
int fleet_print(const struct fleet *fleet, const char *field, struct text *text,
                struct error *err);

/* The hosts by name with their rates, the middle, the fence and the margin, as SVG: a chart
 * for each group. */
void fleet_svg(const struct fleet *fleet, struct text *text);

#endif
