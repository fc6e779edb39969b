/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MACHINE_FIT_HELD_H
#define MEMBENCH_MACHINE_FIT_HELD_H

#include "machine/fit.h"
#include "machine/trace.h"

/* Capacities of the hot part, as fit_curve() says; a last one that the curve hardly shows
 * is taken back. */
void fit_held(struct fit *fit, const struct trace *trace);
/* fit->open_bytes: the largest size that still runs like the last plateau. */
void fit_open(struct fit *fit, const struct trace *trace);

#endif
