/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_TREE_H
#define MEMBENCH_TESTS_TREE_H

/*
 * Trees of small files in a temporary directory, and tab separated tables of test data:
 * what tests of readers below a root need.
 */
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/csv.h"
#include "check.h"

/* A formatted string of whatever length; free() it. */
static inline char *format(const char *template, ...) MEMBENCH_PRINTF(1, 2);
static inline char *format(const char *template, ...)
{
	va_list args, again;

	va_start(args, template);
	va_copy(again, args);
	size_t bytes = (size_t)vsnprintf(NULL, 0, template, args) + 1;
	char *text = malloc(bytes);
	assert_non_null(text);
	(void)vsnprintf(text, bytes, template, again);
	va_end(again);
	va_end(args);
	return text;
}

struct tree {
	char root[256];
};

static inline void tree_open(struct tree *tree)
{
	const char *folder = getenv("TMPDIR");
	(void)snprintf(tree->root, sizeof tree->root, "%s/membench-tree-XXXXXX",
	               folder != NULL && strlen(folder) < 200 ? folder : "/tmp");
	assert_non_null(mkdtemp(tree->root));
}

/* Every directory on the way to `path`, which names a file (or, with a slash at its end, a
 * directory). */
static inline void tree_directories(const char *path)
{
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		char *part = format("%.*s", (int)(slash - path), path);
		if (mkdir(part, 0700) != 0)
			assert_int_equal(errno, EEXIST);
		free(part);
	}
}

static inline void tree_put(const struct tree *tree, const char *name, const char *content,
                            size_t length)
{
	char *path = format("%s/%s", tree->root, name);

	tree_directories(path);
	if (name[strlen(name) - 1] != '/') {
		FILE *file = fopen(path, "w");
		assert_non_null(file);
		assert_int_equal(fwrite(content, 1, length, file), length);
		assert_int_equal(fclose(file), 0);
	}
	free(path);
}

/* Content with the escapes \n, \t and \0ooo. */
static inline void tree_put_escaped(const struct tree *tree, const char *name,
                                    const char *content)
{
	char *bytes = malloc(strlen(content) + 1);
	size_t length = 0;

	while (*content) {
		char byte = *content++;
		if (byte == '\\' && *content == 'n') {
			byte = '\n';
			content++;
		} else if (byte == '\\' && *content == 't') {
			byte = '\t';
			content++;
		} else if (byte == '\\' && *content == '0') {
			char *end;
			byte = (char)strtol(content, &end, 8);
			content = end;
		}
		bytes[length++] = byte;
	}
	tree_put(tree, name, bytes, length);
	free(bytes);
}

static inline void tree_put_line(const struct tree *tree, const char *name, const char *line)
{
	char *text = format("%s\n", line);
	tree_put(tree, name, text, strlen(text));
	free(text);
}

static inline void tree_remove(const char *path)
{
	struct dirent *entry;
	DIR *stream = opendir(path);

	while (stream != NULL && (entry = readdir(stream)) != NULL) {
		if (text_equal(entry->d_name, ".") || text_equal(entry->d_name, ".."))
			continue;
		char *below = format("%s/%s", path, entry->d_name);
		tree_remove(below);
		free(below);
	}
	if (stream != NULL)
		(void)closedir(stream);
	(void)remove(path);
}

static inline void tree_close(struct tree *tree)
{
	tree_remove(tree->root);
}

/* The folder of the handed data, or NULL with a line that says what is skipped. */
static inline const char *testdata(const char *what)
{
	const char *folder = getenv("MEMBENCH_TESTDATA");
	if (folder == NULL)
		(void)printf("skipped, MEMBENCH_TESTDATA is not set: %s\n", what);
	return folder;
}

/* A table with a header line: rows one by one, fields by column name. */
struct table {
	struct csv_reader reader;
	struct csv_record record;
	char *columns[64];
	size_t column_count;
};

/* `path` is free()d, so that it can be made on the spot. */
static inline void table_open(struct table *table, char *path)
{
	struct error err;

	*table = (struct table){ 0 };
	if (csv_open(&table->reader, path, '\t', &err) != 0)
		fail_msg("%s", err.text);
	table->reader.name = "table";
	free(path);
	assert_int_equal(csv_next(&table->reader, &table->record, &err), 1);
	for (size_t i = 0; i < table->record.count && i < 64; i++) {
		table->columns[i] = strdup(table->record.fields[i]);
		table->column_count++;
	}
}

static inline bool table_next(struct table *table)
{
	struct error err;
	return csv_next(&table->reader, &table->record, &err) == 1;
}

static inline const char *table_field(const struct table *table, const char *column)
{
	for (size_t i = 0; i < table->column_count && i < table->record.count; i++) {
		if (text_equal(table->columns[i], column))
			return table->record.fields[i];
	}
	fail_msg("no column %s", column);
	return "";
}

static inline void table_close(struct table *table)
{
	for (size_t i = 0; i < table->column_count; i++)
		free(table->columns[i]);
	csv_close(&table->reader);
}

#endif
