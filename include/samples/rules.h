/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_RULES_H
#define MEMBENCH_SAMPLES_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include "samples/cell.h"

/*
 * What a row must hold beyond fields that read: a rate that can be and that its own bytes
 * and time give, counts of something, a level of this format.
 */
struct rule {
	const char *column;                    /* the one at fault */
	bool (*holds)(const struct cell *cell);
	const char *wanted;                    /* "not ..." in messages */
};

/* The first rule that `cell` breaks, NULL where it keeps all. */
const struct rule *rules_broken(const struct cell *cell);

#endif
