/* SPDX-License-Identifier: MIT */
/* base: misspelt words. */
#include "base/nearest.h"

#include <string.h>

#define WORD_BYTES 64 /* a longer word is no misspelling */
#define MOST_EDITS 3

static size_t edits_between(const char *a, const char *b)
{
	size_t row[WORD_BYTES];
	size_t length = strlen(b);

	if (length >= WORD_BYTES || strlen(a) >= WORD_BYTES)
		return WORD_BYTES;
	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= length; j++) {
			size_t change = diagonal + (a[i - 1] != b[j - 1]);
			size_t edit = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
			diagonal = row[j];
			row[j] = change < edit ? change : edit;
		}
	}
	return row[length];
}

void nearest_try(struct nearest *nearest, const char *known)
{
	size_t edits = edits_between(nearest->given, known);
	size_t given = strlen(nearest->given), length = strlen(known);

	if (edits > MOST_EDITS || 2 * edits > (given > length ? given : length) ||
	    (nearest->word != NULL && edits >= nearest->edits))
		return;
	nearest->word = known;
	nearest->edits = edits;
}

void nearest_put(const struct nearest *nearest, struct text *text)
{
	if (nearest->word != NULL)
		text_printf(text, "; did you mean %s? Use ", nearest->word);
	else
		text_put(text, "; use ");
}
