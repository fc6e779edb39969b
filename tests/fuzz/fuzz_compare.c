/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the reader of membench's files on any bytes, cells made of bytes, and what
 * stands behind them: comparisons, pictures, plans, all reports. The first bytes say how
 * the rest is read and what is asked.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compare/campaign.h"
#include "report/compare.h"
#include "report/plan.h"
#include "report/plot_comparison.h"
#include "samples/file.h"

#include "compare_cells.h"
#include "compare_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const paths[FILES_MOST] = { "a.csv", "b.csv", "dir/a.csv", "-" };

struct input {
	struct compare_file files[FILES_MOST];
	size_t count;
	struct compare_options options;
	bool is_plain; /* no text of it is the fuzzer's own */
};

/* ---- Files of bytes ---- */

/* A part read as one file; `headed` puts a header before it. */
static int read_part(struct compare_file *file, const uint8_t *bytes, size_t size,
                     bool headed, struct error *err)
{
	struct csv_reader reader;
	struct text text = { 0 };

	if (headed)
		file_header(&text);
	text_put_bytes(&text, (const char *)bytes, size);
	/* fmemopen() of nothing fails; a newline is no header either. */
	FILE *stream = text.length ? fmemopen(text.bytes, text.length, "r")
	                           : fmemopen((char[]){ "\n" }, 1, "r");
	if (stream == NULL)
		abort();
	csv_attach(&reader, stream, file->path, ',');
	int result = file_read_rows(&reader, &file->cells, &file->notes, err);
	csv_close(&reader);
	(void)fclose(stream);
	text_release(&text);
	return result;
}

/* Files end at bytes of value 0xFF, which no UTF-8 has. */
static int read_parts(struct input *input, const uint8_t *bytes, size_t size, bool headed,
                      struct error *err)
{
	while (input->count < FILES_MOST) {
		const uint8_t *cut = size ? memchr(bytes, 0xFF, size) : NULL;
		size_t length = cut ? (size_t)(cut - bytes) : size;
		if (read_part(&input->files[input->count++], bytes, length, headed, err) != 0)
			return -1;
		if (cut == NULL)
			break;
		bytes += length + 1;
		size -= length + 1;
	}
	return 0;
}

/* ---- Reports ---- */

static void put_prints(const struct comparison *comparison, struct text *text)
{
	static const char *const fields[] = {
		"conclusion", "unit", "scope", "gate", "DRAM.change", "L1.p_holm", "L2.sizes",
		"L3.verdict", "DRAM.control", "2K.p", "64M.change_low", "1.mde", "no", "L1.no",
		".",
	};

	for (size_t i = 0; i < COUNT(fields); i++) {
		struct error err = { .status = STATUS_DONE };
		if (compare_report_print(comparison, fields[i], text, &err) == 0)
			continue;
		check_error(&err);
		text_put(text, err.text);
	}
}

static void put_plot(const struct comparison *comparison, struct text *text)
{
	struct plot plot;
	struct text svg = { 0 };

	plot_comparison(&plot, comparison);
	plot_svg(&plot, PLOT_ALL, &svg);
	check_svg(text_string(&svg));
	plot_text(&plot, PLOT_ALL, true, text);
	plot_text(&plot, PLOT_ALL, false, text);
	text_put(text, text_string(&svg));
	text_release(&svg);
	plot_release(&plot);
}

/* Every report, one behind the other. */
static void put_reports(const struct comparison *comparison, struct text *text)
{
	struct text json = { 0 };

	compare_report(comparison, &(struct compare_layout){ .format = FORMAT_JSON }, &json);
	check_json(text_string(&json));
	for (unsigned i = 0; i < 16; i++)
		compare_report(comparison, &(struct compare_layout){ (enum format)(i & 3),
		               i >> 2 & 1, i >> 3 & 1 }, text);
	put_prints(comparison, text);
	put_plot(comparison, text);
	text_put(text, text_string(&json));
	text_release(&json);
}

/* ---- Comparisons ---- */

/* Compares, checks, and leaves what there is to read: reports, or why there are none. */
static int compare(const struct input *input, struct comparison *comparison,
                   struct text *text)
{
	struct error err = { .status = STATUS_DONE };

	if (compare_files(input->files, input->count, &input->options, comparison, &err) != 0) {
		check_error(&err);
		text_put(text, err.text);
		return -1;
	}
	check_comparison(comparison);
	put_reports(comparison, text);
	if (input->is_plain)
		check_words(text_string(text));
	return 0;
}

static void shuffle(struct cells *cells, struct random *random)
{
	struct cell *items = memory_zeroed(cells->count, sizeof *items);
	size_t *order = memory_zeroed(cells->count, sizeof *order);

	for (size_t i = 0; i < cells->count; i++)
		order[i] = i;
	random_shuffle(random, order, cells->count);
	for (size_t i = 0; i < cells->count; i++)
		items[i] = cells->items[order[i]];
	free(order);
	cells->items = items;
}

/* The rows of the files in another order: the same bytes. */
static void compare_shuffled(struct input input, const struct text *expected)
{
	struct random random = { input.files[0].cells.count };
	struct comparison comparison;
	struct text text = { 0 };

	for (size_t i = 0; i < input.count; i++)
		shuffle(&input.files[i].cells, &random);
	(void)compare(&input, &comparison, &text);
	require_same(text_string(expected), text_string(&text));
	text_release(&text);
	comparison_release(&comparison);
	for (size_t i = 0; i < input.count; i++)
		free(input.files[i].cells.items);
}

/* Baseline and other exchanged: refused alike, or the inverse, unless the files class their
 * rows differently: then the first one's levels are those of both. */
static void compare_swapped(struct input input, const struct comparison *expected,
                            int result)
{
	struct compare_file first = input.files[0];
	struct comparison comparison;
	struct text text = { 0 };

	input.files[0] = input.files[1];
	input.files[1] = first;
	REQUIRE(compare(&input, &comparison, &text) == result);
	if (result == 0 && input.options.by == NULL && expected->classes.length == 0)
		check_swapped(expected, &comparison);
	text_release(&text);
	comparison_release(&comparison);
}

static void plan(const struct comparison *pilot, const struct compare_options *options)
{
	struct campaign_options how = {
		.effect = 0.03, .power = 0.8, .alpha = options->alpha,
		.margin = fmax(options->margin, 0.0001), .run_sd = (double)NAN,
		.boot_sd = (double)NAN, .boot_s = 300, .run_s = 1,
	};
	struct campaign campaign;
	struct error err = { .status = STATUS_DONE };
	struct text text = { 0 };

	if (campaign_init(&campaign, &how, pilot, &err) == 0) {
		plan_report(&campaign, "a.csv", FORMAT_JSON, &text);
		check_json(text_string(&text));
		plan_report(&campaign, "a.csv", FORMAT_TABLE, &text);
		plan_report(&campaign, "a.csv", FORMAT_MARKDOWN, &text);
		plan_commands(&campaign, &text);
	} else {
		check_error(&err);
	}
	campaign_release(&campaign);
	text_release(&text);
}

/* What plot and plan make of the same files. */
static void arrange(const struct input *input)
{
	struct compare_options options = input->options;
	struct comparison comparison;
	struct error err = { .status = STATUS_DONE };
	struct text text = { 0 };

	options.vary = ANY_SETTING;
	if (compare_arrange(input->files, input->count, &options, &comparison, &err) == 0) {
		put_plot(&comparison, &text);
		plan(&comparison, &options);
	} else {
		check_error(&err);
	}
	text_release(&text);
	comparison_release(&comparison);
}

static void compare_all(const struct input *input)
{
	struct comparison comparison;
	struct text text = { 0 };

	int result = compare(input, &comparison, &text);
	compare_shuffled(*input, &text);
	if (input->count == 2)
		compare_swapped(*input, &comparison, result);
	arrange(input);
	text_release(&text);
	comparison_release(&comparison);
}

/* A file without rows is refused by the reader. */
static void drop_empty(struct input *input)
{
	size_t kept = 0;

	for (size_t i = 0; i < input->count; i++) {
		if (input->files[i].cells.count > 0)
			input->files[kept++] = input->files[i];
		else
			cells_release(&input->files[i].cells);
	}
	for (size_t i = kept; i < FILES_MOST; i++)
		input->files[i] = (struct compare_file){ .path = paths[i] };
	input->count = kept;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct source source = { data, size };
	struct input input = { .count = 0 };
	struct error err = { .status = STATUS_DONE };
	int result = 0;

	for (size_t i = 0; i < FILES_MOST; i++)
		input.files[i].path = paths[i];
	size_t mode = source_take(&source, 3);
	input.options = source_options(&source);
	input.is_plain = mode == 0;
	if (mode == 0)
		input.count = source_cells(&source, input.files);
	else
		result = read_parts(&input, source.bytes, source.left, mode == 2, &err);
	if (result == 0 && mode == 0)
		drop_empty(&input);
	if (result != 0)
		check_error(&err);
	else if (input.count > 0)
		compare_all(&input);
	for (size_t i = 0; i < FILES_MOST; i++) {
		cells_release(&input.files[i].cells);
		text_release(&input.files[i].notes);
	}
	return 0;
}
