/* SPDX-License-Identifier: MIT */
/* samples: plain numbers from the columns of a CSV file. Knows no statistics. */
#include "samples/dataset.h"

#include <stdint.h>
#include <stdio.h>

#include "base/csv.h"
#include "base/text.h"

#define WHERE_BYTES 512 /* "FILE:LINE:COLUMN" */

/* Where a column stands in the header; -1 with the columns there are. */
static int find_column(const struct csv_record *header, const char *name,
                       const char *file, size_t *at, struct error *err)
{
	const char *separator = csv_foreign_separator(header);
	struct text known = { 0 };

	for (size_t i = 0; i < header->count; i++) {
		if (text_equal(header->fields[i], name)) {
			*at = i;
			return 0;
		}
	}
	if (separator != NULL)
		return error_set(err, "%s:%zu: no column '%s'; its separator is %s; save it with "
		                 "commas between fields and points in numbers", file,
		                 header->line, name, separator);
	for (size_t i = 0; i < header->count; i++)
		text_printf(&known, "%s%s", i ? ", " : "", header->fields[i]);
	(void)error_set(err, "%s:%zu: no column '%s'; it has %.500s", file, header->line,
	                name, text_string(&known));
	text_release(&known);
	return -1;
}

/* Columns as the rows hold them; SIZE_MAX for one that was not asked for. */
struct places {
	size_t value, group, stratum, cluster, block;
};

static int find_columns(const struct csv_record *header, const char *file,
                        const struct tidy_columns *columns, struct places *places,
                        struct error *err)
{
	const struct {
		const char *name;
		size_t *at;
	} wanted[] = {
		{ columns->value, &places->value },
		{ columns->group, &places->group },
		{ columns->stratum, &places->stratum },
		{ columns->cluster, &places->cluster },
		{ columns->block, &places->block },
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		*wanted[i].at = SIZE_MAX;
		if (wanted[i].name != NULL &&
		    find_column(header, wanted[i].name, file, wanted[i].at, err) != 0)
			return -1;
	}
	return 0;
}

/* The same cluster name in another group or block is another cluster. */
static size_t cluster_index(struct dataset *dataset,
                            const struct observation *observation, const char *name)
{
	struct text scoped = { 0 };

	text_printf(&scoped, "%zu %zu %s", observation->group, observation->block, name);
	size_t index = names_index(&dataset->clusters, text_string(&scoped));
	text_release(&scoped);
	return index;
}

static int add_row(struct dataset *dataset, const struct csv_record *record,
                   const struct places *places, const char *file, struct error *err)
{
	struct observation observation = { .line = record->line };
	char where[WHERE_BYTES];

	(void)snprintf(where, sizeof where, "%s:%zu:%zu", file, record->line,
	               places->value + 1);
	if (dataset_number(record->fields[places->value], where, &observation.value,
	                   err) != 0)
		return -1;
	if (places->group == SIZE_MAX)
		observation.group = dataset->groups.count - 1;
	else
		observation.group =
			names_index(&dataset->groups, record->fields[places->group]);
	if (places->stratum != SIZE_MAX)
		observation.stratum = names_index(&dataset->strata,
		                                  record->fields[places->stratum]);
	if (places->block != SIZE_MAX)
		observation.block =
			names_index(&dataset->blocks, record->fields[places->block]);
	if (places->cluster != SIZE_MAX)
		observation.cluster = cluster_index(dataset, &observation,
		                                    record->fields[places->cluster]);
	return dataset_put(dataset, observation, file, err);
}

/*
 * A last line without its end. One that lacks fields is no row; one that has them all is as
 * editors leave it, unless it was cut within its last field.
 */
static bool is_torn(struct dataset *dataset, const struct csv_record *record, size_t width,
                    const char *file)
{
	bool torn = record->count < width;

	text_printf(&dataset->notes, "%s:%zu: the last line %s\n", file, record->line,
	            torn ? "was cut short (no line end) and is not used"
	                 : "has no line end; it is used, as it has every field");
	return torn;
}

int dataset_add_rows(struct dataset *dataset, struct csv_reader *reader,
                     const struct tidy_columns *columns, struct error *err)
{
	struct csv_record record;
	struct places places;
	int more = csv_next(reader, &record, err);

	if (more == 0)
		return error_set(err, "%s: empty; a header line and rows are needed",
		                 reader->name);
	if (more < 0 || find_columns(&record, reader->name, columns, &places, err) != 0)
		return -1;
	dataset->has_strata = columns->stratum != NULL;
	dataset->has_blocks = columns->block != NULL;
	dataset->has_clusters = columns->cluster != NULL;
	size_t width = record.count;
	while ((more = csv_next(reader, &record, err)) == 1) {
		if (record.count == 1 && record.fields[0][0] == '\0')
			continue;
		if (record.cut && is_torn(dataset, &record, width, reader->name))
			continue;
		if (record.count != width)
			return error_set(err,
			                 "%s:%zu: %zu fields where the header has %zu",
			                 reader->name, record.line, record.count, width);
		if (add_row(dataset, &record, &places, reader->name, err) != 0)
			return -1;
	}
	return more;
}

int dataset_read_tidy(struct dataset *dataset, const char *path,
                      const struct tidy_columns *columns, struct error *err)
{
	struct csv_reader reader;

	if (dataset_claim_stdin(dataset, path, err) != 0 ||
	    csv_open(&reader, path, ',', err) != 0)
		return -1;
	int result = dataset_add_rows(dataset, &reader, columns, err);
	csv_close(&reader);
	dataset->path = path;
	return result;
}
