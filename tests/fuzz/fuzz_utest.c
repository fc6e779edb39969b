/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the readers of plain numbers on any bytes, and what stands behind them: tests,
 * estimates, all four reports. The first byte says how the rest is read.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/groups.h"
#include "report/utest.h"
#include "samples/dataset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct tidy_columns all_columns[] = {
	{ "v", "g", NULL, NULL, NULL }, { "v", "g", "s", NULL, NULL },
	{ "v", "g", "s", "c", NULL },   { "v", "g", "s", "c", "b" },
	{ "v", "g", NULL, "c", NULL },  { "v", "g", NULL, NULL, "b" },
};

enum { COLUMNS = sizeof all_columns / sizeof *all_columns };

static FILE *stream_of(const uint8_t *bytes, size_t size)
{
	/* fmemopen() of nothing fails; a newline is nothing to both readers. */
	FILE *file = size ? fmemopen((void *)(uintptr_t)bytes, size, "r")
	                  : fmemopen((char[]){ "\n" }, 1, "r");
	if (file == NULL)
		abort();
	return file;
}

static int read_lines(struct dataset *dataset, const uint8_t *bytes, size_t size,
                      struct error *err)
{
	FILE *file = stream_of(bytes, size);
	int result = dataset_add_lines(dataset, file, "fuzz", err);
	(void)fclose(file);
	return result;
}

/* Two or three groups, cut at the middle byte of value 0xFF. */
static int read_groups(struct dataset *dataset, const uint8_t *bytes, size_t size,
                       struct error *err)
{
	for (;;) {
		const uint8_t *cut = size ? memchr(bytes, 0xFF, size) : NULL;
		size_t length = cut ? (size_t)(cut - bytes) : size;
		if (read_lines(dataset, bytes, length, err) != 0)
			return -1;
		if (cut == NULL || dataset->groups.count >= 4)
			return 0;
		bytes += length + 1;
		size -= length + 1;
	}
}

static int read_rows(struct dataset *dataset, const uint8_t *bytes, size_t size,
                     const struct tidy_columns *columns, struct error *err)
{
	struct csv_reader reader;
	FILE *file = stream_of(bytes, size);

	csv_attach(&reader, file, "fuzz", ',');
	dataset->path = "fuzz";
	int result = dataset_add_rows(dataset, &reader, columns, err);
	csv_close(&reader);
	(void)fclose(file);
	return result;
}

static void compare(const struct dataset *dataset, unsigned choice, struct error *err)
{
	const struct group_options options = {
		(enum group_test)(choice % 5), (enum alternative)(choice / 5 % 3),
		(enum method)(choice / 15 % 3), choice & 1, 0.05, 0.01, 0.8,
	};
	struct group_findings findings;
	struct text text = { 0 };

	if (groups_compare(dataset, &options, &findings, err) == 0) {
		for (unsigned format = FORMAT_TABLE; format <= FORMAT_MARKDOWN; format++)
			utest_report(&findings, (enum format)format, &text);
	}
	text_release(&text);
	groups_release(&findings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dataset dataset = { 0 };
	struct error err = { .status = STATUS_DONE };
	int result;

	if (size < 2)
		return 0;
	if (data[0] % (COLUMNS + 1) == COLUMNS)
		result = read_groups(&dataset, data + 2, size - 2, &err);
	else
		result = read_rows(&dataset, data + 2, size - 2,
		                   &all_columns[data[0] % (COLUMNS + 1)], &err);
	if (result == 0)
		compare(&dataset, data[1], &err);
	else if (err.text[0] == '\0' || err.status != STATUS_BAD_INPUT)
		abort();
	dataset_release(&dataset);
	return 0;
}
