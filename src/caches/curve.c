/* SPDX-License-Identifier: MIT */
/* caches: points of speed against footprint. */
#include "caches/curve.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/units.h"

#define BYTES_MAX 0x1p50 /* of a saved curve: more is a slip */

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

/* A header is a first line that does not begin as a number does. */
static bool is_header(const struct csv_record *record)
{
	const char *text = record->fields[0] + strspn(record->fields[0], " ");
	return record->line == 1 && *text != '\0' && strchr("0123456789+-.", *text) == NULL;
}

static int row_fault(const struct csv_reader *reader, const struct csv_record *record,
                     size_t column, const char *wanted, struct error *err)
{
	return error_set(err, "%s:%zu:%zu: '%s' is not %s; a row is a size in bytes and ns or "
	                 "MB/s, separated by a tab or a comma", reader->name, record->line,
	                 column + 1, column < record->count ? record->fields[column] : "",
	                 wanted);
}

static int load_row(const struct csv_reader *reader, const struct csv_record *record,
                    void *context, struct error *err)
{
	struct curve *curve = context;
	struct curve_point point;
	bool may_be_zero = curve->kind == CURVE_LATENCY; /* extra time over the first level */

	if (is_header(record))
		return 0;
	if (number_parse(record->fields[0], &point.bytes) != 0 || point.bytes < 1 ||
	    point.bytes > BYTES_MAX)
		return row_fault(reader, record, 0, "a size from 1 byte to 1 PiB", err);
	if (record->count < 2 || number_parse(record->fields[1], &point.value) != 0 ||
	    point.value < 0 || (point.value <= 0 && !may_be_zero))
		return row_fault(reader, record, 1,
		                 may_be_zero ? "a number of 0 or more" : "a number above 0", err);
	if (record->count > 2)
		return row_fault(reader, record, 2, "expected", err);
	curve_add(curve, point.bytes, point.value);
	return 1;
}

int curve_load(const char *path, struct curve *curve, struct error *err)
{
	int result = csv_each(path, ',', load_row, curve, "a point; give rows of a size in bytes "
	                      "and ns or MB/s, separated by a tab or a comma", err);

	curve_sort(curve);
	return result;
}
