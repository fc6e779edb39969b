/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_CHILD_H
#define MEMBENCH_MEASURE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

/*
 * A process that is fed on standard input and listened to on standard output. No wait is
 * without end: one that is silent for longer than its patience, stopped for a second, or
 * slow to heed an interrupt is ended, and `fault` says why. A signal that arrives meanwhile
 * (measure/interrupt.h) is passed on once, a second one ends it. SIGPIPE must be ignored.
 */
struct child {
	/* The caller's. */
	const char *input;     /* what it reads, from here on ... */
	size_t input_bytes;    /* ... so much */
	uint64_t patience_ms;  /* of its silence; 0: any */
	void (*waiting)(void *context); /* several times a second; may be NULL */
	void *context;
	/* What follows is ours. */
	pid_t pid;
	int to, from;          /* our ends of the pipes; `to` is -1 once it was fed */
	int told;              /* how many interrupts were passed on */
	bool is_stopped, is_gone;
	int how;               /* its status once it is gone, as waitpid() has it */
	uint64_t silent_ms, stopped_ms;
	const char *fault;     /* why it was ended; NULL where it was not */
};

int child_start(struct child *child, const char *program, char *const argv[],
                struct error *err);
/* True when all `count` bytes came, false at the end of what it says. */
bool child_read(struct child *child, void *data, size_t count);
/* After the end: wait for it to be gone, for seconds at most, and close the pipes. */
void child_end(struct child *child);

#endif
