/* SPDX-License-Identifier: MIT */
/* base: allocation that cannot fail quietly. Knows nobody. */
#include "base/memory.h"

#include <stddef.h>
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

#define ARENA_FIRST_BYTES 4096
#define ARENA_MOST_BYTES  (1 << 20)

struct arena_block {
	struct arena_block *before;
	max_align_t bytes[];
};

/* Twice the latest one up to a megabyte, and never less than is asked for. */
static void arena_grow(struct arena *arena, size_t bytes)
{
	size_t wanted = arena->capacity < ARENA_MOST_BYTES ? 2 * arena->capacity :
	                                                     ARENA_MOST_BYTES;
	if (wanted < ARENA_FIRST_BYTES)
		wanted = ARENA_FIRST_BYTES;
	if (wanted < bytes)
		wanted = bytes;
	struct arena_block *block = memory_zeroed(sizeof *block + wanted, 1);
	block->before = arena->latest;
	*arena = (struct arena){ .latest = block, .capacity = wanted };
}

void *arena_take(struct arena *arena, size_t bytes)
{
	const size_t align = sizeof(max_align_t);
	size_t whole = (bytes + align - 1) / align * align;

	if (arena->capacity - arena->used < whole)
		arena_grow(arena, whole);
	arena->used += whole;
	return (char *)arena->latest->bytes + arena->used - whole;
}

char *arena_copy_text(struct arena *arena, const char *text)
{
	size_t bytes = strlen(text) + 1;
	return memcpy(arena_take(arena, bytes), text, bytes);
}

void arena_release(struct arena *arena)
{
	while (arena->latest != NULL) {
		struct arena_block *block = arena->latest;
		arena->latest = block->before;
		free(block);
	}
	*arena = (struct arena){ 0 };
}
