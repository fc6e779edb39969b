/* SPDX-License-Identifier: MIT */
/* cli: `membench fleet`: options, reading, report, exit status. Computes nothing. */
#include "fleet/fleet.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "report/fleet.h"
#include "samples/file.h"

struct fleet_given {
	const char *like, *level, *only, *print, *plot;
	double margin, expect;
	unsigned format;
	bool confirm, force, verbose, quiet, help;
};

#define FIELD(name) .offset = offsetof(struct fleet_given, name)

static const struct option options[] = {
	{ "margin", 0, "PCT", "5%", "slow is a host that is beyond the fence and lower than the "
	  "middle by more than this", option_percent, FIELD(margin), .low = 0.01, .high = 99 },
	{ "expect", 0, "RATE", NULL, "judge by this rate (238G, or 238000 MB/s) instead of the "
	  "middle of the hosts, which more than half of them can move", option_rate,
	  FIELD(expect) },
	{ "like", 0, "FILE", NULL, "judge by what this file has of the same settings", option_text,
	  FIELD(like) },
	{ "level", 0, "LEVEL", NULL, "what is judged: L1 to L4 or DRAM (default: the outermost); "
	  "the innermost cache is its control", option_text, FIELD(level) },
	{ "only", 0, "COL=VALUE", NULL, "take only the rows with this value; several joined by "
	  "commas, where one column may be named twice", option_text, FIELD(only) },
	{ "confirm", 0, NULL, NULL, "the last session of a host that has several is a second "
	  "round: what was slow in the first, beside the others as controls", option_flag,
	  FIELD(confirm) },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown", option_choice,
	  FIELD(format), .choices = format_names },
	{ "print", 'p', "FIELD", NULL, "print only this of the hosts that are slow, a line each: "
	  "host, change, cause, or another column of the CSV", option_text, FIELD(print) },
	{ "plot", 0, "FILE", NULL, "draw it as SVG as well; --force replaces FILE where it exists",
	  option_text, FIELD(plot) },
	{ "force", 0, NULL, NULL, "replace the file of --plot", option_flag, FIELD(force) },
	{ "verbose", 'v', NULL, NULL, "a line for each host, however many are alike", option_flag,
	  FIELD(verbose) },
	{ "quiet", 'q', NULL, NULL, "no notes on standard error", option_flag, FIELD(quiet) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static int check_given(const struct fleet_given *given, const struct operands *operands,
                       struct error *err)
{
	if (operands->count == 0)
		return error_set(err, "fleet needs files, of one host each or of many: "
		                 "membench fleet *.csv");
	if (given->like != NULL && !isnan(given->expect))
		return error_set(err, "--expect and --like both say what to judge by; give one");
	return 0;
}

/* A node that died leaves an empty file: the others are judged all the same. Fails where no
 * file can be read. */
static int read_files(struct input_files *files, const struct operands *paths,
                      struct text *unread, struct error *err)
{
	files->items = memory_zeroed(paths->count, sizeof *files->items);
	for (size_t i = 0; i < paths->count; i++) {
		struct compare_file *file = &files->items[files->count];
		file->path = paths->items[i];
		if (file_read_cells(file->path, &file->cells, &file->notes, err) == 0) {
			files->count++;
			continue;
		}
		text_printf(unread, "%s (left out)\n", err->text);
		cells_release(&file->cells);
		text_release(&file->notes);
		*file = (struct compare_file){ .path = NULL };
	}
	if (files->count == 0)
		return -1;
	*err = (struct error){ .status = STATUS_DONE };
	return compare_part_sessions(files->items, files->count, err);
}

static int put_picture(const struct fleet_given *given, const struct fleet *fleet,
                       const struct input_files *files, struct error *err)
{
	struct text text = { 0 };

	if (given->plot == NULL)
		return 0;
	fleet_svg(fleet, &text);
	int result = output_file(given->plot, given->force, &text, files, err);
	text_release(&text);
	return result;
}

/* Formats without room for sentences leave the doubts to standard error. */
static int put_report(const struct fleet_given *given, const struct fleet *fleet,
                      struct error *err)
{
	enum format format = (enum format)given->format;
	struct text text = { 0 };
	int result = 0;

	if (given->print != NULL)
		result = fleet_print(fleet, given->print, &text, err);
	else
		fleet_report(fleet, format, given->verbose, &text);
	if (result == 0 && !given->quiet && (given->print != NULL || format == FORMAT_CSV))
		output_warnings(&fleet->warnings);
	if (result == 0)
		result = output_text(&text, err);
	text_release(&text);
	return result;
}

static enum status status_of(const struct fleet *fleet, const struct text *unread)
{
	static const enum status statuses[] = {
		[FLEET_NONE_SLOW] = STATUS_DONE, [FLEET_SOME_SLOW] = STATUS_FAILED,
		[FLEET_UNCERTAIN] = STATUS_CANNOT_TELL,
	};

	if (fleet->outcome != FLEET_SOME_SLOW && unread->length > 0)
		return STATUS_BAD_INPUT;
	return statuses[fleet->outcome];
}

static int judge_files(const struct fleet_given *given, const struct input_files *files,
                       const struct compare_file *golden, const struct text *unread,
                       struct error *err)
{
	const struct fleet_options how = {
		.margin = given->margin, .expect = given->expect, .level = given->level,
		.only = given->only, .confirm = given->confirm, .golden = golden,
	};
	struct fleet fleet = { .group_count = 0 };
	int result = fleet_init(&fleet, files->items, files->count, &how, err);

	if (result == 0) {
		warnings_add_lines(&fleet.warnings, "unread", text_string(unread));
		result = put_picture(given, &fleet, files, err);
	}
	if (result == 0)
		result = put_report(given, &fleet, err);
	int status = result == 0 ? (int)status_of(&fleet, unread) : (int)err->status;
	fleet_release(&fleet);
	return status;
}

static int fleet_files(const struct fleet_given *given, const struct operands *operands,
                       struct error *err)
{
	struct input_files files = { 0 };
	struct compare_file golden = { .path = given->like };
	struct text unread = { 0 };
	int status = STATUS_BAD_INPUT;
	int result = read_files(&files, operands, &unread, err);

	if (result == 0 && given->like != NULL)
		result = file_read_cells(golden.path, &golden.cells, &golden.notes, err);
	if (result == 0)
		status = judge_files(given, &files, given->like != NULL ? &golden : NULL, &unread,
		                     err);
	cells_release(&golden.cells);
	text_release(&golden.notes);
	text_release(&unread);
	input_files_release(&files);
	return status;
}

static int fleet_command(const struct command *command, int argc, char **argv,
                         struct error *err)
{
	struct fleet_given given = { .expect = (double)NAN };
	struct operands operands = { .items = memory_zeroed((size_t)argc + 1, sizeof(char *)) };
	int status = STATUS_BAD_INPUT;

	if (options_parse(command, argc, argv, &given, &operands, err) == 0 &&
	    check_given(&given, &operands, err) == 0)
		status = fleet_files(&given, &operands, err);
	free(operands.items);
	return status;
}

const struct command command_fleet = {
	.name = "fleet",
	.synopsis = "[options] FILES",
	.summary = "Which of many hosts is slow: a verdict for each, right for 5 and for 1000.",
	.details = "Hosts are told by the column host, of one file each or of a file that all "
	           "append to. The fence grows with their number: of a healthy fleet one in 20 has "
	           "any host beyond it.\n"
	           "Status: 0 none is slow; 1 some are; 2 asked wrongly, or a file that cannot be "
	           "read while none of the others is slow; 3 cannot tell.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = fleet_command,
};
