/* SPDX-License-Identifier: MIT */
/*
 * samples: the rows of a session as curves of rate against footprint. Refuses to know the
 * caches.
 */
#include "samples/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "caches/plateau.h"

struct slice {
	const char *text;
	size_t length;
};

struct entry {
	const struct cell *cell;
	unsigned part;
};

unsigned kernel_part(const char *kernel, uint64_t footprint_bytes)
{
	unsigned part = 0;

	for (const char *at = strchr(kernel, '@'); at != NULL; at = strchr(at + 1, '@')) {
		char size[SIZE_TEXT_BYTES] = "";
		struct error err;
		uint64_t from;
		size_t length = strcspn(at + 1, "+");
		memcpy(size, at + 1, length < sizeof size ? length : sizeof size - 1);
		part += size_parse(size, "kernel", &from, &err) == 0 && footprint_bytes > from;
	}
	return part;
}

static size_t count_of(const char *text, char wanted)
{
	size_t count = 0;

	for (; *text != '\0'; text++)
		count += *text == wanted;
	return count;
}

/* "movsb" of "avx2+movsb@32K"; the whole name where a part does not say its footprint. */
static struct slice served_by(const struct cell *cell)
{
	const char *name = cell->context->kernel;

	if (count_of(name, '+') != count_of(name, '@'))
		return (struct slice){ name, strlen(name) };
	for (unsigned part = kernel_part(name, cell->footprint_bytes); part > 0; part--)
		name = strchr(name, '+') + 1;
	return (struct slice){ name, strcspn(name, "+@") };
}

bool kernels_alike(const struct cell *a, const struct cell *b)
{
	struct slice left = served_by(a), right = served_by(b);

	return left.length == right.length && memcmp(left.text, right.text, left.length) == 0;
}

static int compare_names(const struct entry *a, const struct entry *b)
{
	int order = strcmp(a->cell->context->op, b->cell->context->op);
	return order ? order : strcmp(a->cell->context->kernel, b->cell->context->kernel);
}

static int compare_curves(const struct entry *a, const struct entry *b)
{
	int order = compare_names(a, b);
	return order ? order : (a->part > b->part) - (a->part < b->part);
}

static int compare_sizes(const struct entry *a, const struct entry *b)
{
	uint64_t one = a->cell->footprint_bytes, other = b->cell->footprint_bytes;
	int order = compare_curves(a, b);
	return order ? order : (one > other) - (one < other);
}

static int compare_entries(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;
	double one = a->cell->mb_per_s, other = b->cell->mb_per_s;
	int order = compare_sizes(a, b);
	return order ? order : (one > other) - (one < other);
}

static int compare_starts(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return (a > b) - (a < b);
}

/* Sorted, and rows without a rate left out. */
static size_t entries_init(struct entry *entries, const struct cell *cells, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (!(cells[i].mb_per_s > 0))
			continue;
		entries[kept++] = (struct entry){ &cells[i],
			kernel_part(cells[i].context->kernel, cells[i].footprint_bytes) };
	}
	qsort(entries, kept, sizeof *entries, compare_entries);
	return kept;
}

/* The median of the size that starts at `entries`; how many entries it has. */
static size_t take_size(const struct entry *entries, size_t count, struct sweep_point *point)
{
	size_t runs = 1;

	while (runs < count && compare_sizes(entries, &entries[runs]) == 0)
		runs++;
	*point = (struct sweep_point){
		entries->cell->footprint_bytes,
		(entries[(runs - 1) / 2].cell->mb_per_s + entries[runs / 2].cell->mb_per_s) / 2,
	};
	return runs;
}

uint64_t sweep_plateau(const struct cell *cells, size_t count, uint64_t inner_bytes)
{
	struct entry *entries = memory_zeroed(count + 1, sizeof *entries);
	struct sweep_point *points = memory_zeroed(count + 1, sizeof *points);
	uint64_t *starts = memory_zeroed(count + 1, sizeof *starts);
	size_t kept = entries_init(entries, cells, count), told = 0;
	double best = 0; /* of the kernels before that the same name joins */

	for (size_t at = 0; at < kept;) {
		const struct entry *curve = &entries[at];
		size_t sizes = 0;
		if (at > 0 && compare_names(curve, curve - 1) != 0)
			best = 0;
		while (at < kept && compare_curves(curve, &entries[at]) == 0)
			at += take_size(&entries[at], kept - at, &points[sizes++]);
		starts[told] = plateau_start(points, sizes, inner_bytes, best);
		best = fmax(best, plateau_best_rate(points, sizes, inner_bytes));
		told += starts[told] > 0;
	}
	qsort(starts, told, sizeof *starts, compare_starts);
	uint64_t start = told > 0 ? starts[told / 2] : 0;
	free(entries);
	free(points);
	free(starts);
	return start;
}
