/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_ERROR_H
#define MEMBENCH_BASE_ERROR_H

/* Exit statuses of the program, as the README documents them. */
enum status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,      /* could not measure, or a gate was failed */
	STATUS_BAD_INPUT = 2,   /* asked wrongly, or input that cannot be read */
	STATUS_CANNOT_TELL = 3, /* gates only */
	STATUS_PARTIAL = 4,     /* some sizes were skipped, each named on stderr */
	STATUS_INTERRUPTED = 130,
};

/*
 * One finished sentence for a person: what was given, where it stands, what would do.
 * Whatever can fail takes one, returns 0 or -1, and neither prints nor exits; the door
 * of the program (main.c) prints it and ends with `status`. Errors quote files and names
 * that others wrote: what is unsafe for a terminal in them becomes U+FFFD.
 */
struct error {
	enum status status;
	char text[1024];
};

#if defined(__GNUC__)
#define MEMBENCH_PRINTF(format_at, args_at) \
	__attribute__((format(printf, format_at, args_at)))
#else
#define MEMBENCH_PRINTF(format_at, args_at)
#endif

/* Bad input (status 2). Always returns -1, so that `return error_set(...)` reads well. */
int error_set(struct error *err, const char *format, ...) MEMBENCH_PRINTF(2, 3);

/* The input was fine but the work could not be done (status 1). Always returns -1. */
int error_fail(struct error *err, const char *format, ...) MEMBENCH_PRINTF(2, 3);

#endif
