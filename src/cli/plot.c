/* SPDX-License-Identifier: MIT */
/* cli: `membench plot`: options, reading, where the picture goes. Draws nothing itself. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/words.h"
#include "report/plot_comparison.h"

enum plot_format { PLOT_AUTO, PLOT_SVG, PLOT_TEXT };
static const char *const plot_format_names[] = { "auto", "svg", "text", NULL };

struct plot_options {
	const char *output, *by, *only, *levels;
	unsigned format, charts;
	bool edges, force, quiet, help;
};

#define FIELD(name) .offset = offsetof(struct plot_options, name)

static const struct option options[] = {
	{ "output", 'o', "FILE", NULL, "where the picture goes (default standard output)",
	  option_text, FIELD(output) },
	{ "format", 'f', "KIND", "auto", "svg, text (80 columns; ASCII unless the locale is one of "
	  "UTF-8), or auto: text on a terminal, else svg", option_choice, FIELD(format),
	  .choices = plot_format_names },
	{ "charts", 0, "KIND", "all", "rate (against block size), levels (all runs of each "
	  "level), or all", option_choice, FIELD(charts), .choices = plot_charts_names },
	{ "by", 0, "COLUMN", NULL, "a configuration for each value of this column, instead of one "
	  "for each file", option_text, FIELD(by), .words = words_columns },
	{ "only", 0, "LIST", NULL, "take only rows with COLUMN=VALUE, joined by commas",
	  option_text, FIELD(only), .words = words_column_values },
	{ "levels", 0, "LIST", NULL, LEVELS_HELP, option_text, FIELD(levels),
	  .words = words_level_sizes },
	{ "edges", 0, NULL, NULL, "take sizes that straddle two levels into the levels",
	  option_flag, FIELD(edges) },
	{ "force", 0, NULL, NULL, "replace FILE where it exists", option_flag, FIELD(force) },
	{ "quiet", 'q', NULL, NULL, "no notes on standard error", option_flag, FIELD(quiet) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static bool wants_text(const struct plot_options *given)
{
	if (given->format == PLOT_AUTO)
		return given->output == NULL && isatty(STDOUT_FILENO);
	return given->format == PLOT_TEXT;
}

static int put_picture(const struct plot_options *given,
                       const struct comparison *comparison,
                       const struct input_files *files, struct error *err)
{
	struct plot plot;
	struct text text = { 0 };

	plot_comparison(&plot, comparison);
	if (wants_text(given))
		plot_text(&plot, (enum plot_charts)given->charts, output_is_utf8(), &text);
	else
		plot_svg(&plot, (enum plot_charts)given->charts, &text);
	int result = given->output == NULL || text_equal(given->output, "-")
	             ? output_text(&text, err)
	             : output_file(given->output, given->force, &text, files, err);
	text_release(&text);
	plot_release(&plot);
	return result;
}

static void put_notes(const struct plot_options *given, const struct comparison *comparison)
{
	if (given->quiet)
		return;
	output_warnings(&comparison->warnings);
}

static int plot_files(const struct plot_options *given, const struct operands *operands,
                      struct error *err)
{
	/* A picture shows what differs, and says so: only compare refuses it. */
	struct compare_options how = { .by = given->by, .only = given->only,
		                       .vary = ANY_SETTING, .edges = given->edges,
		                       .alpha = 0.05, .gate = (double)NAN };
	struct input_files files = { 0 };
	struct comparison comparison = { .level_count = 0 };

	int result = input_files_read(&files, operands, given->levels, err);
	if (result == 0)
		result = compare_arrange(files.items, files.count, &how, &comparison, err);
	if (result == 0) {
		put_notes(given, &comparison);
		result = put_picture(given, &comparison, &files, err);
	}
	comparison_release(&comparison);
	input_files_release(&files);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

static int plot_command(const struct command *command, int argc, char **argv,
                        struct error *err)
{
	struct plot_options given = { .output = NULL };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	int status = STATUS_BAD_INPUT;

	if (options_parse(command, argc, argv, &given, &operands, err) == 0) {
		if (operands.count == 0)
			(void)error_set(err, "no file given; membench plot A.csv [B.csv ...], each "
			                "written by membench run --output FILE");
		else
			status = plot_files(&given, &operands, err);
	}
	free(operands.items);
	return status;
}

const struct command command_plot = {
	.name = "plot",
	.synopsis = "[options] A.csv [B.csv ...]",
	.summary = "Draw rate against block size, and the runs of each level.",
	.details = "Configurations are labelled as `compare` labels them: by --label of the run, "
	           "else the file.\n"
	           "membench compare --plot FILE.svg draws the same with the change at each "
	           "level.\n"
	           "Status: 0 done, 1 the picture could not be written, 2 asked wrongly or bad "
	           "input.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = plot_command,
};
