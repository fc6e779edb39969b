/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_MEMORY_H
#define MEMBENCH_BASE_MEMORY_H

#include <stddef.h>

/*
 * Allocation for small bookkeeping. There is nothing useful to do when a few kilobytes
 * cannot be had, so these end the program with status 1 and one sentence on stderr;
 * everything already written stays written. Measured buffers never come from here: they
 * are mapped by platform/ and their failure is an ordinary error.
 */
void *memory_zeroed(size_t count, size_t item_bytes); /* never NULL; free() it */
char *memory_copy_text(const char *text);             /* never NULL; free() it */

/*
 * Grow an array so that `count` + 1 items fit (doubling). `items` points to the array
 * pointer, which may be NULL at first.
 *     memory_grow(&list->items, &list->capacity, list->count, sizeof *list->items);
 */
void memory_grow(void *items, size_t *capacity, size_t count, size_t item_bytes);

/* Many small things that go together: taken one by one, released at once. { 0 } is empty. */
struct arena {
	struct arena_block *latest; /* each points to the one before */
	size_t used, capacity;      /* bytes of the latest */
};
void *arena_take(struct arena *arena, size_t bytes); /* zeroed, aligned for any type */
char *arena_copy_text(struct arena *arena, const char *text);
void arena_release(struct arena *arena);

#endif
