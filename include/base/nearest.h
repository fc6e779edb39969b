/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_NEAREST_H
#define MEMBENCH_BASE_NEAREST_H

#include <stddef.h>

#include "base/text.h"

/*
 * Which of the words that are known was meant by one that is not:
 *     struct nearest nearest = { .given = word };
 *     for (each known word) nearest_try(&nearest, known);
 *     if (nearest.word != NULL) "did you mean ...?"
 * That is the first of those with the fewest edits (Levenshtein 1966): three at most, and no
 * more than half of the longer word's characters.
 */
struct nearest {
	const char *given;
	const char *word; /* NULL: none is near */
	size_t edits;     /* from `given` to it */
};
void nearest_try(struct nearest *nearest, const char *known);
/* "; did you mean copy? Use " before all that are known, or "; use " where none is near. */
void nearest_put(const struct nearest *nearest, struct text *text);

#endif
