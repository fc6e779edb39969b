/* SPDX-License-Identifier: MIT */
/* samples: files of numbers, and columns of CSV files. Knows no statistics. */
#include "samples/dataset.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/text.h"

#define WHERE_BYTES 512 /* "FILE:LINE:COLUMN" */

static int dataset_add(struct dataset *dataset, struct observation observation,
                       const char *name, struct error *err)
{
	if (dataset->count >= DATASET_MOST)
		return error_set(err, "%s:%zu: more than %d numbers in all; take a sample of them",
		                 name, observation.line, DATASET_MOST);
	memory_grow(&dataset->items, &dataset->capacity, dataset->count,
	            sizeof *dataset->items);
	dataset->items[dataset->count++] = observation;
	return 0;
}

/* "data.csv:mb_per_s" without such a file: where its colon is, else NULL. */
static const char *column_colon(const char *operand)
{
	const char *colon = strrchr(operand, ':');
	FILE *file = colon ? fopen(operand, "r") : NULL;

	if (file != NULL)
		(void)fclose(file);
	return file == NULL && colon != NULL && colon != operand && colon[1] ? colon : NULL;
}

/* Cut at '#', trimmed; NULL where nothing is left. */
static char *line_content(char *line, size_t number)
{
	static const char mark[] = "\xEF\xBB\xBF"; /* UTF-8 byte order mark */

	if (number == 1 && text_starts(line, mark))
		line += strlen(mark);
	line[strcspn(line, "#\r\n")] = '\0';
	line += strspn(line, " \t");
	return *line ? line : NULL;
}

static int read_lines(struct dataset *dataset, FILE *file, const char *name,
                      struct error *err)
{
	struct observation observation = { .group = dataset->groups.count - 1 };
	char *line = NULL, where[WHERE_BYTES];
	size_t capacity = 0;
	ssize_t length;
	int result = 0;

	while (result == 0 && (length = getline(&line, &capacity, file)) >= 0) {
		observation.line++;
		(void)snprintf(where, sizeof where, "%s:%zu", name, observation.line);
		if (strlen(line) != (size_t)length) {
			result = error_set(err, "%s: a NUL byte; this is not a text file", where);
			break;
		}
		char *content = line_content(line, observation.line);
		if (content == NULL)
			continue;
		result = dataset_number(content, where, &observation.value, err);
		if (result == 0)
			result = dataset_add(dataset, observation, name, err);
	}
	if (result == 0 && ferror(file))
		result = error_set(err, "%s: cannot be read: %s", name, strerror(errno));
	free(line);
	return result;
}

static int claim_stdin(struct dataset *dataset, const char *path, struct error *err)
{
	if (!text_equal(path, "-"))
		return 0;
	if (dataset->stdin_used)
		return error_set(err, "-: standard input can be read once only; save one of the two "
		                 "in a file");
	dataset->stdin_used = true;
	return 0;
}

static bool text_ends(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);
	return length >= end_length && text_equal(text + length - end_length, end);
}

static void error_append(struct error *err, const char *more)
{
	size_t length = strlen(err->text);
	(void)snprintf(err->text + length, sizeof err->text - length, "%s", more);
}

/* Groups given as files are told apart by place: the same file may stand twice. */
static void add_group(struct dataset *dataset, const char *name)
{
	struct names *groups = &dataset->groups;

	memory_grow(&groups->items, &groups->capacity, groups->count, sizeof *groups->items);
	groups->items[groups->count++] = memory_copy_text(name);
}

int dataset_add_lines(struct dataset *dataset, FILE *file, const char *name,
                      struct error *err)
{
	size_t before = dataset->count;

	add_group(dataset, name);
	if (read_lines(dataset, file, name, err) != 0)
		return -1;
	if (dataset->count == before)
		return error_set(err, "%s: no number in it; one number a line is needed", name);
	return 0;
}

static int add_file(struct dataset *dataset, const char *path, struct error *err)
{
	bool standard = text_equal(path, "-");
	FILE *file = standard ? stdin : fopen(path, "r");

	if (file == NULL)
		return error_set(err, "%s: cannot be opened: %s", path, strerror(errno));
	int result = dataset_add_lines(dataset, file, standard ? "standard input" : path, err);
	if (!standard)
		(void)fclose(file);
	if (result != 0 && text_ends(path, ".csv"))
		error_append(err, "; to read a column of a CSV file write FILE.csv:COLUMN");
	return result;
}

/* Where a column stands in the header; -1 with the columns there are. */
static int find_column(const struct csv_record *header, const char *name,
                       const char *file, size_t *at, struct error *err)
{
	struct text known = { 0 };

	for (size_t i = 0; i < header->count; i++) {
		if (text_equal(header->fields[i], name)) {
			*at = i;
			return 0;
		}
	}
	for (size_t i = 0; i < header->count; i++)
		text_printf(&known, "%s%s", i ? ", " : "", header->fields[i]);
	(void)error_set(err, "%s:%zu: no column '%s'; it has %.500s", file, header->line, name,
	                text_string(&known));
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
		{ columns->value, &places->value },     { columns->group, &places->group },
		{ columns->stratum, &places->stratum }, { columns->cluster, &places->cluster },
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
static size_t cluster_index(struct dataset *dataset, const struct observation *observation,
                            const char *name)
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
	if (dataset_number(record->fields[places->value], where, &observation.value, err) != 0)
		return -1;
	if (places->group == SIZE_MAX)
		observation.group = dataset->groups.count - 1;
	else
		observation.group = names_index(&dataset->groups, record->fields[places->group]);
	if (places->stratum != SIZE_MAX)
		observation.stratum = names_index(&dataset->strata,
		                                  record->fields[places->stratum]);
	if (places->block != SIZE_MAX)
		observation.block = names_index(&dataset->blocks, record->fields[places->block]);
	if (places->cluster != SIZE_MAX)
		observation.cluster = cluster_index(dataset, &observation,
		                                    record->fields[places->cluster]);
	return dataset_add(dataset, observation, file, err);
}

int dataset_add_rows(struct dataset *dataset, struct csv_reader *reader,
                     const struct tidy_columns *columns, struct error *err)
{
	struct csv_record record;
	struct places places;
	int more = csv_next(reader, &record, err);

	if (more == 0)
		return error_set(err, "%s: empty; a header line and rows are needed", reader->name);
	if (more < 0 || find_columns(&record, reader->name, columns, &places, err) != 0)
		return -1;
	dataset->has_strata = columns->stratum != NULL;
	dataset->has_blocks = columns->block != NULL;
	dataset->has_clusters = columns->cluster != NULL;
	size_t width = record.count;
	while ((more = csv_next(reader, &record, err)) == 1) {
		if (record.count == 1 && record.fields[0][0] == '\0')
			continue;
		if (record.count != width)
			return error_set(err, "%s:%zu: %zu fields where the header has %zu",
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

	if (claim_stdin(dataset, path, err) != 0 || csv_open(&reader, path, ',', err) != 0)
		return -1;
	int result = dataset_add_rows(dataset, &reader, columns, err);
	csv_close(&reader);
	dataset->path = path;
	return result;
}

/* One group from the column behind the colon. */
static int add_column(struct dataset *dataset, const char *operand, const char *colon,
                      struct error *err)
{
	struct tidy_columns columns = { .value = colon + 1 };
	char *path = memory_copy_text(operand);
	size_t before = dataset->count;

	path[colon - operand] = '\0';
	add_group(dataset, operand);
	int result = dataset_read_tidy(dataset, path, &columns, err);
	free(path);
	dataset->path = NULL;
	if (result == 0 && dataset->count == before)
		return error_set(err, "%s: no row in it; a header line and rows are needed",
		                 operand);
	return result;
}

int dataset_add_file(struct dataset *dataset, const char *operand, struct error *err)
{
	const char *colon = column_colon(operand);

	if (colon != NULL)
		return add_column(dataset, operand, colon, err);
	if (claim_stdin(dataset, operand, err) != 0)
		return -1;
	return add_file(dataset, operand, err);
}
