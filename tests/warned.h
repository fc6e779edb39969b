/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_WARNED_H
#define MEMBENCH_TESTS_WARNED_H

/* Whether one of the warnings has these words. Include after check.h. */
#include "base/warnings.h"

static inline bool warned_of(const struct warnings *warnings, const char *words)
{
	for (size_t i = 0; i < warnings->count; i++) {
		if (strstr(warnings->items[i].text, words) != NULL)
			return true;
	}
	return false;
}

#endif
