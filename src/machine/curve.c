/* SPDX-License-Identifier: MIT */
/* machine: points of speed against footprint. Knows neither probe nor fit. */
#include "machine/curve.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/units.h"

void curve_add(struct curve *curve, double bytes, double value)
{
	memory_grow(&curve->points, &curve->capacity, curve->count, sizeof *curve->points);
	curve->points[curve->count++] = (struct curve_point){ bytes, value };
}

static int compare_points(const void *a, const void *b)
{
	const struct curve_point *left = a, *right = b;

	if (left->bytes != right->bytes)
		return left->bytes < right->bytes ? -1 : 1;
	return (left->value > right->value) - (left->value < right->value);
}

/* A bandwidth of zero is no measurement; an extra time of zero is. */
static bool is_measurement(const struct curve *curve, const struct curve_point *point)
{
	bool value = isfinite(point->value) &&
	             (curve->kind == CURVE_LATENCY ? point->value >= 0 : point->value > 0);
	return value && isfinite(point->bytes) && point->bytes >= 1;
}

void curve_sort(struct curve *curve)
{
	size_t kept = 0;

	for (size_t i = 0; i < curve->count; i++) {
		if (is_measurement(curve, &curve->points[i]))
			curve->points[kept++] = curve->points[i];
	}
	curve->count = kept;
	if (kept == 0)
		return;
	qsort(curve->points, kept, sizeof *curve->points, compare_points);
	kept = 1;
	for (size_t i = 1; i < curve->count; i++) {
		if (curve->points[i].bytes != curve->points[kept - 1].bytes)
			curve->points[kept++] = curve->points[i];
		else if (curve->kind == CURVE_BANDWIDTH)
			curve->points[kept - 1] = curve->points[i];
	}
	curve->count = kept;
}

void curve_release(struct curve *curve)
{
	free(curve->points);
	curve->points = NULL;
	curve->count = curve->capacity = 0;
}

/* Whichever of tab and comma stands on the first line; a comma where neither does. */
static int find_separator(struct csv_reader *reader, struct error *err)
{
	int byte;

	do
		byte = getc(reader->file);
	while (byte != EOF && byte != '\t' && byte != ',' && byte != '\n');
	reader->separator = byte == '\t' ? '\t' : ',';
	if (fseek(reader->file, 0, SEEK_SET) != 0)
		return error_set(err, "%s: cannot be read from its start again; give a file",
		                 reader->name);
	return 0;
}

static int load_row(const struct csv_reader *reader, const struct csv_record *record,
                    struct curve *curve, struct error *err)
{
	double values[2];

	if (record->count == 1 && record->fields[0][0] == '\0')
		return 0;
	for (size_t i = 0; i < 2; i++) {
		if (i < record->count && number_parse(record->fields[i], &values[i]) == 0 &&
		    values[i] >= 0)
			continue;
		if (record->line == 1)
			return 0; /* a header */
		return error_set(err, "%s:%zu:%zu: '%s' is not a number of 0 or more; a row is a "
		                 "size in bytes and ns or MB/s, separated by a tab or a comma",
		                 reader->name, record->line, i + 1,
		                 i < record->count ? record->fields[i] : "");
	}
	curve_add(curve, values[0], values[1]);
	return 0;
}

static int load_rows(struct csv_reader *reader, struct curve *curve, struct error *err)
{
	struct csv_record record;
	int more;

	while ((more = csv_next(reader, &record, err)) > 0) {
		if (load_row(reader, &record, curve, err) != 0)
			return -1;
	}
	return more;
}

int curve_load(const char *path, struct curve *curve, struct error *err)
{
	struct csv_reader reader;

	if (csv_open(&reader, path, ',', err) != 0)
		return -1;
	int result = find_separator(&reader, err);
	if (result == 0)
		result = load_rows(&reader, curve, err);
	csv_close(&reader);
	curve_sort(curve);
	return result;
}
