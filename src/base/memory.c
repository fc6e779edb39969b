/* SPDX-License-Identifier: MIT */
/* base: allocation that cannot fail quietly. Knows nobody. */
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static void *memory_checked(void *block)
{
	if (block == NULL) {
		(void)fputs("membench: out of memory for bookkeeping\n", stderr);
		exit(STATUS_FAILED);
	}
	return block;
}

void *memory_zeroed(size_t count, size_t item_bytes)
{
	return memory_checked(calloc(count ? count : 1, item_bytes));
}

char *memory_copy_text(const char *text)
{
	size_t bytes = strlen(text) + 1;
	return memcpy(memory_zeroed(bytes, 1), text, bytes);
}

void memory_grow(void *items, size_t *capacity, size_t count, size_t item_bytes)
{
	void *array;

	if (count < *capacity)
		return;
	size_t wanted = *capacity ? *capacity * 2 : 16;
	while (wanted <= count)
		wanted *= 2;
	if (wanted > SIZE_MAX / item_bytes)
		(void)memory_checked(NULL);
	memcpy(&array, items, sizeof array);
	array = memory_checked(realloc(array, wanted * item_bytes));
	memcpy(items, &array, sizeof array);
	*capacity = wanted;
}
