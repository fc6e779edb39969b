/* SPDX-License-Identifier: MIT */
/* samples: files of one number a line. Knows no statistics. */
#include "samples/dataset.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "base/csv.h"
#include "base/file_kind.h"
#include "base/memory.h"
#include "base/text.h"

#define WHERE_BYTES 512 /* "FILE:LINE:COLUMN" */

/* "data.csv:mb_per_s" without such a file: where its colon is, else NULL. */
static const char *column_colon(const char *operand)
{
	const char *colon = strrchr(operand, ':');
	FILE *file = colon ? fopen(operand, "r") : NULL;

	if (file != NULL)
		(void)fclose(file);
	return file == NULL && colon != NULL && colon != operand && colon[1] ? colon
	                                                                     : NULL;
}

/* Cut at '#', trimmed; NULL where nothing is left. */
static char *line_content(char *line, size_t number)
{
	static const char mark[] = "\xEF\xBB\xBF"; /* UTF-8 byte order mark */

	if (number == 1 && text_starts(line, mark))
		line += strlen(mark);
	line[strcspn(line, "#")] = '\0';
	line += strspn(line, " \t");
	return *line ? line : NULL;
}

/* A line from `line` on, or the lines in it where CR alone ends them. */
static int read_line(struct dataset *dataset, char *line, struct observation *observation,
                     const char *name, struct error *err)
{
	char where[WHERE_BYTES];
	int result = 0;

	while (result == 0 && line != NULL) {
		char *next = strpbrk(line, "\r\n");
		if (next != NULL)
			*next++ = '\0';
		observation->line++;
		(void)snprintf(where, sizeof where, "%s:%zu", name, observation->line);
		char *content = line_content(line, observation->line);
		if (content != NULL) {
			result = dataset_number(content, where, &observation->value, err);
			if (result == 0)
				result = dataset_put(dataset, *observation, name, err);
		}
		line = next != NULL && strspn(next, "\n") < strlen(next) ? next : NULL;
	}
	return result;
}

static int check_text(const char *line, size_t length, size_t number, const char *name,
                      struct error *err)
{
	const struct file_kind *kind = number == 1 ? file_kind_of(line, length) : NULL;

	if (kind != NULL)
		return file_kind_refuse(kind, "", name, err);
	if (strlen(line) != length)
		return error_set(err, "%s:%zu: a NUL byte; this is not a text file", name, number);
	return 0;
}

static int read_lines(struct dataset *dataset, FILE *file, const char *name,
                      struct error *err)
{
	struct observation observation = { .group = dataset->groups.count - 1 };
	size_t capacity = 0;
	char *line = NULL;
	ssize_t length;
	int result = 0;

	while (result == 0 && (length = getline(&line, &capacity, file)) >= 0) {
		result = check_text(line, (size_t)length, observation.line + 1, name, err);
		if (result == 0)
			result = read_line(dataset, line, &observation, name, err);
	}
	if (result == 0 && ferror(file))
		result = error_set(err, "%s: cannot be read: %s", name, strerror(errno));
	free(line);
	return result;
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

	memory_grow(&groups->items, &groups->capacity, groups->count,
	            sizeof *groups->items);
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
		return error_set(err, "%s: no number in it; one number a line is needed",
		                 name);
	return 0;
}

static int add_file(struct dataset *dataset, const char *path, struct error *err)
{
	bool standard = text_equal(path, "-");
	FILE *file = standard ? stdin : fopen(path, "r");

	if (file == NULL)
		return error_set(err, "%s: cannot be opened: %s", path, strerror(errno));
	int result =
		dataset_add_lines(dataset, file, standard ? "standard input" : path, err);
	if (!standard)
		(void)fclose(file);
	if (result != 0 && text_ends(path, ".csv"))
		error_append(err,
		             "; to read a column of a CSV file write FILE.csv:COLUMN");
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
		return error_set(err,
		                 "%s: no row in it; a header line and rows are needed",
		                 operand);
	return result;
}

int dataset_add_file(struct dataset *dataset, const char *operand, struct error *err)
{
	const char *colon = column_colon(operand);

	if (colon != NULL)
		return add_column(dataset, operand, colon, err);
	if (dataset_claim_stdin(dataset, operand, err) != 0)
		return -1;
	return add_file(dataset, operand, err);
}
