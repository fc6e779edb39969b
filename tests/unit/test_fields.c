/* SPDX-License-Identifier: MIT */
/*
 * JSON, CSV, --print and the table of one record say the same. Of each kind of record the
 * formats are held against each other: what has a name is in JSON and in a row of CSV, and
 * what people read beside it is that number, rounded as it is shown.
 */
#include "check.h"

#include "comparison.h"
#include "report/compare_parts.h"
#include "report/info_parts.h"
#include "report/plan_parts.h"
#include "report/run.h"
#include "report/utest_parts.h"
#include "samples/file.h"

/* A list of records, behind a key, in the format that `fields` is set to. */
typedef void put_records(struct fields *fields, const void *of);

/* A field that people read too: 100 where they see percent, 0 where it is a word. */
struct shown {
	const char *name, *title;
	double scale;
};

/* The value of `key` in the nth object of the first list that stands so deep. */
static bool json_find(const char *json, int depth, size_t record, const char *key,
                      char value[256])
{
	size_t objects = 0;
	char start[80], object[16];

	(void)snprintf(start, sizeof start, "%*s\"%s\": ", 2 * depth + 2, "", key);
	(void)snprintf(object, sizeof object, "%*s{\n", 2 * depth, "");
	while (*json) {
		size_t length = strcspn(json, "\n");
		objects += text_starts(json, object);
		if (objects == record + 1 && strncmp(json, start, strlen(start)) == 0) {
			size_t bytes = length - strlen(start);
			bytes -= json[length - 1] == ',';
			assert_in_range(bytes, 1, 255);
			memcpy(value, json + strlen(start), bytes);
			value[bytes] = '\0';
			return true;
		}
		json += length + (json[length] == '\n');
	}
	return false;
}

static void same_value(const char *json, const char *cell)
{
	char quoted[260];

	if (text_equal(json, "true") || text_equal(json, "false")) {
		assert_string_equal(cell, json[0] == 't' ? "1" : "0");
	} else if (json[0] == '"') {
		(void)snprintf(quoted, sizeof quoted, "\"%s\"", cell);
		assert_string_equal(json, quoted);
	} else if (cell[0] == '\0') {
		assert_string_equal(json, "null");
	} else {
		double number = strtod(json, NULL);
		assert_near(strtod(cell, NULL), number, 1e-8);
	}
}

static size_t rows_of(const struct grid *grid)
{
	return grid->cell_count / grid->column_count;
}

static const char *cell_of(const struct grid *grid, size_t row, const char *title)
{
	for (size_t i = 0; i < grid->column_count; i++) {
		if (text_equal(grid->columns[i].title, title))
			return grid->cells[row * grid->column_count + i].text;
	}
	fail_msg("no column %s", title);
	return "";
}

/* What is shown has so many digits behind its point, or six in all. */
static void same_as_shown(const char *plain, const char *shown, double scale)
{
	if (scale == 0 || text_equal(plain, "")) {
		assert_string_equal(shown, scale == 0 && *plain ? plain : "-");
		return;
	}
	const char *point = strchr(shown, '.');
	double value = strtod(plain, NULL) * scale;
	double place = pow(10, point ? -(double)strspn(point + 1, "0123456789") : 0);
	assert_true(fabs(strtod(shown, NULL) - value) <= 0.5001 * place);
}

/* One field by its name, a record a line. */
static void same_when_printed(put_records *put, const void *of, const struct grid *csv)
{
	for (size_t column = 0; column < csv->column_count; column++) {
		const char *name = csv->columns[column].title;
		struct text all = { 0 }, value = { 0 };
		for (size_t row = 0; row < rows_of(csv); row++)
			text_put(&all, cell_of(csv, row, name));
		put(&(struct fields){ .wanted = name, .value = &value }, of);
		assert_string_equal(text_string(&value), text_string(&all));
		text_release(&all);
		text_release(&value);
	}
}

/* `flat` names what CSV alone has, NULL at the end. */
static void formats_agree(put_records *put, const void *of, const struct shown *shown,
                          size_t shown_count, const char *flat)
{
	struct text text = { 0 };
	struct json json = { .text = &text };
	struct grid csv = { 0 }, table = { 0 };
	char value[256];

	put(&(struct fields){ .json = &json }, of);
	put(&(struct fields){ .grid = &csv }, of);
	put(&(struct fields){ .grid = &table, .for_people = true }, of);
	assert_int_equal(rows_of(&csv), rows_of(&table));
	assert_int_equal(csv.cell_count % csv.column_count, 0);
	assert_int_equal(table.cell_count % table.column_count, 0);
	for (size_t i = 0; i < csv.cell_count; i++) {
		const char *name = csv.columns[i % csv.column_count].title;
		if (flat != NULL && strstr(flat, name) != NULL)
			continue;
		if (!json_find(text_string(&text), 1, i / csv.column_count, name, value))
			fail_msg("%s is not in JSON", name);
		same_value(value, csv.cells[i].text);
	}
	assert_false(json_find(text_string(&text), 1, rows_of(&csv), csv.columns[0].title, value));
	for (size_t row = 0; row < rows_of(&csv); row++) {
		for (size_t i = 0; i < shown_count; i++)
			same_as_shown(cell_of(&csv, row, shown[i].name),
			              cell_of(&table, row, shown[i].title), shown[i].scale);
	}
	same_when_printed(put, of, &csv);
	grid_release(&csv);
	grid_release(&table);
	text_release(&text);
}
#define AGREE(put, of, shown, flat) \
	formats_agree(put, of, shown, sizeof(shown) / sizeof *(shown), flat)

static void put_caches(struct fields *fields, const void *of)
{
	info_caches(fields, of);
}

static void caches_are_the_same_in_all_formats(void **state)
{
	static const struct shown shown[] = {
		{ "level", "cache", 0 }, { "latency_ns", "latency", 1 },
		{ "instances", "there are", 1 }, { "shared_cpus", "CPUs each", 1 },
	};
	struct hierarchy hierarchy = { .level_count = 2 };
	struct info info = { .hierarchy = &hierarchy };

	(void)state;
	hierarchy.levels[0] = (struct level){
		.number = 1, .is_reported = true, .reported_bytes = 49152, .line_bytes = 64,
		.instances = 4, .sharers = 2, .measured_bytes = 47000, .latency_ns = 1.26,
		.life_ns = (double)NAN, .life_longer_ns = (double)NAN, .believed_bytes = 49152,
		.belief = BELIEF_REPORTED, .reason = "alike",
	};
	hierarchy.levels[1] = hierarchy.levels[0];
	hierarchy.levels[1].number = 3; /* of L2 nothing is known */
	hierarchy.levels[1].is_reported = false;
	AGREE(put_caches, &info, shown, NULL);
}

static void put_modules(struct fields *fields, const void *of)
{
	json_open(fields->json, "modules", '[');
	info_modules(fields, of);
	json_close(fields->json, ']');
}

static void modules_are_the_same_in_all_formats(void **state)
{
	static const struct shown shown[] = {
		{ "slot", "slot", 0 }, { "type", "type", 0 }, { "rated_mts", "rated MT/s", 1 },
		{ "configured_mts", "configured MT/s", 1 }, { "maker", "maker", 0 },
		{ "part", "part", 0 }, { "ranks", "ranks", 1 }, { "ecc", "ECC", 0 },
	};
	struct spd spd = { .type = "DDR4", .jedec = { .rate_mts = 2400, .cl = 17, .trcd = 17 },
		           .profile = { .rate_mts = 3200, .cl = 16 }, .profile_name = "XMP" };
	struct module items[] = {
		{ .slot = "A1", .bytes = 1 << 30, .type = "DDR4", .rated_mts = 3200,
		  .configured_mts = 2400, .ranks = 2, .ecc = SPD_ECC_NO, .maker = "M",
		  .part = "P", .spd = &spd },
		{ .slot = "B1", .bytes = 1 << 29 },
	};
	struct modules modules = { .items = items, .count = 2 };

	(void)state;
	AGREE(put_modules, &modules, shown,
	      "ecc jedec_mts cl trcd trp tras profile_mts");
}

static void put_groups(struct fields *fields, const void *of)
{
	utest_groups(fields, of);
}

static void put_pairs(struct fields *fields, const void *of)
{
	if (!fields->for_people) {
		utest_pairs(fields, of);
		return;
	}
	field_shown(fields, "none", false, "of people");
	fields_end(fields);
}

static void groups_and_their_pair_are_the_same_in_all_formats(void **state)
{
	static const struct shown shown[] = {
		{ "name", "file", 0 }, { "n", "n", 1 }, { "q1", "Q1", 1 },
		{ "median", "median", 1 }, { "q3", "Q3", 1 }, { "cv", "CV", 100 },
	};
	static const char *const files[] = { "1.5\n2.25\n3\n7\n5\n", "9\n8\n11\n10\n" };
	const struct group_options options = {
		GROUP_TEST_AUTO, ALTERNATIVE_TWO_SIDED, METHOD_AUTO, true, 0.05, 0.01, 0.8,
	};
	struct dataset dataset = { 0 };
	struct group_findings findings;
	struct error err = { 0 };

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		FILE *file = fmemopen((void *)(uintptr_t)files[i], strlen(files[i]), "r");
		assert_int_equal(dataset_add_lines(&dataset, file, i ? "b" : "a", &err), 0);
		(void)fclose(file);
	}
	assert_int_equal(groups_compare(&dataset, &options, &findings, &err), 0);
	AGREE(put_groups, &findings, shown, NULL);
	formats_agree(put_pairs, &findings, NULL, 0, NULL);
	groups_release(&findings);
	dataset_release(&dataset);
}

static void put_plan(struct fields *fields, const void *of)
{
	plan_levels(fields, of);
}

static void levels_of_a_plan_are_the_same_in_all_formats(void **state)
{
	static const struct shown shown[] = {
		{ "level", "level", 0 }, { "runs", "runs", 1 }, { "boots", "boots", 1 },
		{ "run_sd", "sd of runs", 100 }, { "boot_sd", "sd of boots", 100 },
	};
	struct campaign_level level = {
		.name = "DRAM", .spread = { .runs = 10, .boots = 2, .run_sd = 0.01234,
		                            .boot_sd = 0.00567 }, .effect_units = 12,
	};
	struct campaign campaign = { .level_count = 1, .levels = &level,
		                     .options = { .effect = 0.03 } };

	(void)state;
	AGREE(put_plan, &campaign, shown, NULL);
}

static void put_rows(struct fields *fields, const void *of)
{
	const struct session_result *report = of;
	struct run_rows rows;

	run_rows_init(&rows, &report->cells);
	run_rows_fields(fields, &rows, 0);
	run_rows_release(&rows);
}

static void rows_of_a_session_are_the_same_in_all_formats(void **state)
{
	static const struct shown shown[] = {
		{ "level", "level", 0 }, { "mb_per_s", "MB/s", 1 }, { "cv", "CV", 100 },
	};
	struct session_result report = { .runs_asked = 2 };

	(void)state;
	add_runs(&report.cells, hand_a, 1, 3, 1);
	AGREE(put_rows, &report, shown, NULL);
	session_result_release(&report);
}

/* The rows of the file, by the table of its columns. */
static void cells_are_printed_as_json_has_them(void **state)
{
	struct hierarchy hierarchy = { .level_count = 0 };
	struct session_result report = { .runs_asked = 2, .hierarchy = &hierarchy };
	struct text json = { 0 };
	char value[256];

	(void)state;
	add_runs(&report.cells, hand_a, 1, 3, 1);
	report.cells.items[1].edge = true;
	report.cells.items[2].flags = CELL_SLOWED | CELL_FAULTED;
	run_report_put(&report, FORMAT_JSON, false, &json);
	const char *cells = strstr(text_string(&json), "\"cells\"");
	for (size_t i = 0; i < column_count; i++) {
		struct text printed = { 0 };
		run_report_print(&report, columns[i].name, &printed);
		const char *line = text_string(&printed);
		for (size_t cell = 0; cell < report.cells.count; cell++) {
			char bare[256];
			(void)snprintf(bare, sizeof bare, "%.*s", (int)strcspn(line, "\n"), line);
			assert_true(json_find(cells, 2, cell, columns[i].name, value));
			same_value(value, bare);
			line += strlen(bare) + 1;
		}
		assert_string_equal(line, "");
		text_release(&printed);
	}
	text_release(&json);
	session_result_release(&report);
}

/* Levels, then sizes: --print has a confidence more. */
static void put_findings(struct fields *fields, const void *of)
{
	const struct comparison *comparison = of;
	const struct compare_pair *pair = comparison->pairs;

	json_open(fields->json, "findings", '[');
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *level = &pair->levels[i];
		fields_begin(fields);
		finding_fields(fields, &(struct finding_view){ comparison, pair, &level->effect,
		                                               level, false });
		verdict_fields(fields, &(struct finding_view){ comparison, pair, &level->effect,
		                                               level, false });
		fields_end(fields);
	}
	for (size_t i = 0; i < pair->size_count; i++) {
		struct finding_view size = { comparison, pair, &pair->sizes[i].effect, NULL, false };
		fields_begin(fields);
		finding_fields(fields, &size);
		verdict_fields(fields, &size);
		fields_end(fields);
	}
	json_close(fields->json, ']');
}

/* A line of CSV for each level and size; --print by the same names. */
static void printed_findings_are_those_of_csv(const struct comparison *comparison)
{
	struct text text = { 0 };
	struct grid csv = { 0 };
	struct error err;
	char field[80];

	put_findings(&(struct fields){ .grid = &csv, .digits = 9 }, comparison);
	for (size_t row = 0; row < comparison->pairs[0].level_count; row++) {
		for (size_t column = 0; column < csv.column_count; column++) {
			const char *name = csv.columns[column].title;
			size_t level = comparison->pairs[0].levels[row].level;
			(void)snprintf(field, sizeof field, "%s.%s", comparison->levels[level].name,
			               name);
			text.length = 0;
			assert_int_equal(compare_report_print(comparison, field, &text, &err), 0);
			text.length--; /* the line's end */
			text_put(&text, "");
			assert_string_equal(text_string(&text), cell_of(&csv, row, name));
		}
	}
	text_release(&text);
	grid_release(&csv);
}

static void findings_are_the_same_in_all_formats(void **state)
{
	static const char *const paths[] = { "tests/data/study/cl3.csv",
		                             "tests/data/study/cl2.csv" };
	static const struct shown shown[] = { { "change", "change", 100 } };
	struct pair_of_files pair = two_files();

	(void)state;
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(file_read_cells(paths[i], &pair.files[i].cells,
		                                 &pair.files[i].notes, &pair.err), 0);
	assert_int_equal(compare(&pair, defaults), 0);
	AGREE(put_findings, &pair.comparison, shown, NULL);
	printed_findings_are_those_of_csv(&pair.comparison);
	for (size_t i = 0; i < 2; i++)
		text_release(&pair.files[i].notes);
	release(&pair);
}

/* A record of one row, by hand. */
static void units_are_for_people_and_the_unknown_has_a_form_in_each_format(void **state)
{
	struct text text = { 0 };
	struct json json = { .text = &text };
	struct grid csv = { 0 }, table = { 0 };
	struct fields fields[] = { { .json = &json }, { .grid = &csv, .digits = 3 },
		                   { .grid = &table, .for_people = true } };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		fields_begin(&fields[i]);
		field_number(&fields[i], "share", "share", 0.03125, "%.1f %%");
		field_number(&fields[i], "gone", "gone", (double)NAN, "%.1f ns");
		field_bytes(&fields[i], "bytes", "size", 49152);
		field_known(&fields[i], "ranks", "ranks", 0);
		field_text(&fields[i], "maker", "maker", NULL);
		field_power(&fields[i], "p", 0, -400);
		field_shown(&fields[i], "note", false, "%d of %d", 1, 2);
		fields_end(&fields[i]);
	}
	assert_string_equal(text_string(&text), "{\n  \"share\": 0.03125,\n  \"gone\": null,\n"
	                    "  \"bytes\": 49152,\n  \"ranks\": null,\n  \"maker\": null,\n"
	                    "  \"p\": 1e-400\n}\n");
	text.length = 0;
	grid_csv(&csv, &text);
	assert_string_equal(text_string(&text), "share,gone,bytes,ranks,maker,p\n"
	                    "0.0312,,49152,,,1e-400\n");
	text.length = 0;
	grid_table(&table, "", &text);
	assert_string_equal(text_string(&text), "share  gone  size  ranks  maker  note\n"
	                    "3.1 %     -   48K      -  -      1 of 2\n");
	text_release(&text);
	grid_release(&csv);
	grid_release(&table);
}

static void blocks_of_markdown_are_parted_by_one_blank_line(void **state)
{
	struct text text = { 0 };
	struct page terminal = { .text = &text }, markdown = { &text, true };
	struct page *pages[] = { &terminal, &markdown };
	static const char *const expected[] = {
		"one\n- a\n- b\n\nHead\n  x\n  1\n    run it\n",
		"one\n\n- a\n- b\n\nHead:\n\n| x |\n| --- |\n| 1 |\n\n```sh\nrun it\n```\n",
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct grid grid = { 0 };
		grid_column(&grid, "x", false);
		grid_put(&grid, "1");
		text.length = 0;
		page_prose(pages[i], "one\n");
		page_items(pages[i], "- ", "a\nb\n");
		page_items(pages[i], "- ", "");
		page_heading(pages[i], "Head");
		page_grid(pages[i], "  ", &grid);
		page_commands(pages[i], "run it\n");
		assert_string_equal(text_string(&text), expected[i]);
	}
	text_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_are_for_people_and_the_unknown_has_a_form_in_each_format),
		cmocka_unit_test(blocks_of_markdown_are_parted_by_one_blank_line),
		cmocka_unit_test(caches_are_the_same_in_all_formats),
		cmocka_unit_test(modules_are_the_same_in_all_formats),
		cmocka_unit_test(groups_and_their_pair_are_the_same_in_all_formats),
		cmocka_unit_test(levels_of_a_plan_are_the_same_in_all_formats),
		cmocka_unit_test(rows_of_a_session_are_the_same_in_all_formats),
		cmocka_unit_test(cells_are_printed_as_json_has_them),
		cmocka_unit_test(findings_are_the_same_in_all_formats),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
