/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_STARTED_H
#define MEMBENCH_SAMPLES_STARTED_H

/*
 * The column `started`: UTC as 2026-12-01T00:40:01Z, seconds with or without a fraction
 * (ISO 8601). Seconds since 1970-01-01, right to a microsecond; NaN where the text is
 * empty or no such time.
 */
double started_seconds(const char *text);

#endif
