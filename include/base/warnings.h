/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_WARNINGS_H
#define MEMBENCH_BASE_WARNINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/*
 * What is doubtful about a result: one list for every stage. A warning is a finished
 * sentence or two, the cure last, printable whatever names stand in it.
 */
struct warning {
	const char *kind; /* "floor", "one-boot" ...: static and stable, for programs */
	size_t gravity;   /* 0 weighs most; set by warnings_rank() */
	char *text;
};

struct warnings {
	struct warning *items;
	size_t count, capacity;
};

void warnings_add(struct warnings *warnings, const char *kind, const char *format, ...)
        MEMBENCH_PRINTF(3, 4);
/* Unless that very sentence stands there. */
void warnings_add_once(struct warnings *warnings, const char *kind, const char *format, ...)
        MEMBENCH_PRINTF(3, 4);
/* One for each of these lines. */
void warnings_add_lines(struct warnings *warnings, const char *kind, const char *lines);
/* The gravest first, by the place of their kind in `kinds`, which NULL ends; kinds that
 * stand nowhere there come last. Those that weigh the same keep their order. */
void warnings_rank(struct warnings *warnings, const char *const *kinds);
bool warnings_have(const struct warnings *warnings, const char *kind);
/* Each as a line. */
void warnings_put(const struct warnings *warnings, struct text *text);
void warnings_release(struct warnings *warnings);

#endif
