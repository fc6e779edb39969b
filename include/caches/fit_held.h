/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_FIT_HELD_H
#define MEMBENCH_CACHES_FIT_HELD_H

#include "caches/fit.h"
#include "caches/trace.h"

/* Capacities of the hot part, as fit_curve() says; a last one that the curve hardly shows
 * is taken back. */
void fit_held(struct fit *fit, const struct trace *trace);
/* fit->open_bytes: the largest size that still runs like the last plateau. */
void fit_open(struct fit *fit, const struct trace *trace);

#endif
