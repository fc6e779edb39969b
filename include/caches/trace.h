/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CACHES_TRACE_H
#define MEMBENCH_CACHES_TRACE_H

#include <stddef.h>

#include "caches/curve.h"

enum { TRACE_PER_OCTAVE = 8 };

/*
 * A curve as log2 of the time against log2 of the size, read every eighth of an octave on
 * straight lines between its points, so that a fine grid and a coarse one are alike.
 */
struct trace {
	enum curve_kind kind;
	double ground_ns;    /* put under every time: see trace_init() */
	double first_octave; /* log2 of the bytes of levels[0] */
	double *levels;      /* log2 of the time; of 1 / bandwidth */
	double *slopes;      /* rise over the octave around it */
	size_t count;
	double hot_octave;   /* log2 of curve.hot_bytes; infinite where nothing is hot */
};

/*
 * Of a sorted curve of two points or more. Sizes below 1K are left out: loop overheads lie
 * there, not caches. Times that hold a zero are extra times over the first level, and get
 * one of 1.5 ns put under them (four to five cycles of a usual clock).
 */
void trace_init(struct trace *trace, const struct curve *curve);
void trace_release(struct trace *trace);

/* log2 of the bytes at a (fractional) place of it; ns or MB/s of a level. */
double trace_octave(const struct trace *trace, double at);
double trace_value(const struct trace *trace, double level);

#endif
