/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_TIME_H
#define MEMBENCH_BASE_TIME_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Points in time as files hold them: UTC in the form of ISO 8601, whole seconds or
 * microseconds, years 1970 to 9999. In memory: microseconds since 1970. Their start is what a
 * clock shows that nobody set: it stands for a time not known, and before all others.
 */
#define TIME_UNKNOWN 0
#define TIME_TEXT_BYTES 64

/* `2026-01-31T12:00:00Z`, or with a fraction of a second, of which microseconds count. -1 on
 * anything else, and where there is no such day. */
int time_parse(const char *text, int64_t *us);
/* In whole seconds, or `micro` with six digits more; "" where not known. Returns `text`. */
const char *time_format(int64_t us, bool micro, char text[TIME_TEXT_BYTES]);

/* The system's clock, which may be set: for files, never for intervals. */
int64_t time_now(void);

#endif
