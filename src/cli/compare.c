/* SPDX-License-Identifier: MIT */
/* cli: `membench compare`: options, reading, report, exit status. Computes nothing. */
#include "compare/compare.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/words.h"
#include "compare/strata.h"
#include "measure/spacing.h"
#include "report/compare.h"
#include "report/compare_strata.h"

struct compare_given {
	const char *by, *vary, *only, *levels, *gate_level, *print, *plot;
	unsigned test, format;
	double margin, alpha, gate;
	bool force, edges, all_rows, verbose, quiet, help;
};

#define FIELD(name) .offset = offsetof(struct compare_given, name)

static const struct option options[] = {
	{ "by", 0, "COLUMN", NULL, "make the configurations from this column rather than from "
	  "files, such as label or kernel; session: how far do those of one configuration differ",
	  option_text, FIELD(by), .words = words_columns },
	{ "only", 0, "LIST", NULL, "take only rows with COLUMN=VALUE; several joined by "
	  "commas, where one column may be named twice", option_text, FIELD(only),
	  .words = words_column_values },
	{ "vary", 0, "LIST", NULL, "the setting that is being compared and may differ: op, "
	  "kernel, threads, page_bytes, huge_share, huge_source, convention, host, cpu, version, "
	  "cpus; several joined by commas",
	  option_text, FIELD(vary), .words = words_settings },
	{ "force", 0, NULL, NULL, "compare unlike settings all the same, and say so", option_flag,
	  FIELD(force) },
	{ "test", 0, "KIND", "clustered", "clustered (whole runs), or pooled (as the study of 2000 "
	  "did: takes sizes for independent)",
	  option_choice, FIELD(test), .choices = compare_test_names },
	{ "margin", 0, "PCT", "1%", "a change within this is none", option_percent,
	  FIELD(margin), .low = 0, .high = 100 },
	{ "alpha", 0, "P", "0.05", "a difference needs a p below this; intervals have 1 - P",
	  option_probability, FIELD(alpha), .low = 1e-9, .high = 0.49 },
	{ "levels", 0, "LIST", NULL, LEVELS_HELP, option_text, FIELD(levels),
	  .words = words_level_sizes },
	{ "edges", 0, NULL, NULL, "count sizes that straddle two levels in their level",
	  option_flag, FIELD(edges) },
	{ "all-rows", 0, NULL, NULL, "count rows in which the core was slowed (issue rate below "
	  "0.9 of the best) as well", option_flag, FIELD(all_rows) },
	{ "gate", 0, "PCT", NULL, "status 1 where a level is slower by more than this, 0 where "
	  "none is, 3 where that cannot be told", option_percent, FIELD(gate), .low = 0,
	  .high = 100 },
	{ "gate-level", 0, "LEVEL", NULL, "only this level counts for --gate", option_text,
	  FIELD(gate_level), .words = words_levels },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown", option_choice,
	  FIELD(format), .choices = format_names },
	{ "print", 'p', "LIST", NULL, "print only these, with tabs between: conclusion, unit, scope, "
	  "gate, or fields of a level or size, such as DRAM.change or L2.p", option_text, FIELD(print) },
	{ "plot", 0, "FILE", NULL, "draw it as SVG as well; --force replaces FILE where it exists",
	  option_text, FIELD(plot) },
	{ "verbose", 'v', NULL, NULL, "sizes, powers, the study's U test and all doubts as well",
	  option_flag, FIELD(verbose) },
	{ "quiet", 'q', NULL, NULL, "no notes on standard error", option_flag, FIELD(quiet) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static struct compare_options compare_options_of(const struct compare_given *given)
{
	return (struct compare_options){
		.test = (enum compare_test)given->test, .by = given->by, .vary = given->vary,
		.only = given->only, .force = given->force, .edges = given->edges,
		.clean = given->all_rows ? 0 : CLEAN_SHARE,
		.margin = given->margin, .alpha = given->alpha, .power = 0.8,
		.gate = given->gate, .gate_level = given->gate_level,
	};
}

static int check_given(const struct compare_given *given, const struct operands *operands,
                       struct error *err)
{
	if (operands->count == 0)
		return error_set(err, "compare needs files: membench compare BASELINE.csv OTHER.csv");
	if (given->gate_level != NULL && isnan(given->gate))
		return error_set(err, "--gate-level needs --gate PCT");
	if (given->by == NULL || !text_equal(given->by, "session"))
		return 0;
	if (!isnan(given->gate) || given->plot != NULL)
		return error_set(err, "--by session is about one configuration: no --gate, no --plot");
	if (given->print != NULL && !text_equal(given->print, "verdict"))
		return error_set(err, "--by session: --print verdict is all there is; --format json has "
		                 "the rest");
	return 0;
}

static bool wants_colour(void)
{
	const char *no_color = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && (no_color == NULL || no_color[0] == '\0');
}

/* Formats without room for sentences leave the doubts to standard error. */
static void write_doubts(const struct compare_given *given,
                         const struct comparison *comparison)
{
	if (given->quiet || (given->print == NULL && given->format != FORMAT_CSV))
		return;
	output_warnings(&comparison->warnings);
}

static int write_comparison(const struct compare_given *given,
                            const struct comparison *comparison, struct error *err)
{
	enum format format = (enum format)given->format;
	const struct compare_layout layout = { format, format == FORMAT_TABLE && wants_colour(),
		                               given->verbose };
	struct text text = { 0 };
	int result = 0;

	if (given->print != NULL)
		result = compare_report_print(comparison, given->print, &text, err);
	else
		compare_report(comparison, &layout, &text);
	if (result == 0) {
		write_doubts(given, comparison);
		result = output_text(&text, err);
	}
	text_release(&text);
	return result;
}

static const int gate_statuses[] = {
	[GATE_NONE] = STATUS_DONE, [GATE_PASSED] = STATUS_DONE,
	[GATE_FAILED] = STATUS_FAILED, [GATE_CANNOT_TELL] = STATUS_CANNOT_TELL,
};

/* --by session asks something else: not which of two is faster, but how far those of one
 * lie apart. */
static int sessions_with(const struct compare_given *given, const struct input_files *files,
                         const struct compare_options *wanted, struct error *err)
{
	struct sessions sessions = { .level_count = 0 };
	struct text text = { 0 };
	int result = compare_sessions(files->items, files->count, wanted, &sessions, err);

	if (result == 0 && given->print != NULL)
		text_printf(&text, "%s\n", sessions_verdict_names[sessions.verdict]);
	else if (result == 0)
		sessions_report(&sessions, (enum format)given->format, &text);
	if (result == 0)
		result = output_text(&text, err);
	text_release(&text);
	sessions_release(&sessions);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

/* Two cards: a verdict for each op, number of threads and level. */
static int strata_with(const struct compare_given *given, const struct input_files *files,
                       const struct compare_options *wanted, struct error *err)
{
	struct strata strata = { .count = 0 };
	struct text text = { 0 };
	int result = 0;

	if (!isnan(given->gate) || given->plot != NULL || given->print != NULL)
		result = error_set(err, "these files hold several ops or numbers of threads: --gate, "
		                   "--plot and --print want one, such as --only op=read,threads=1");
	if (result == 0)
		result = compare_strata(files->items, files->count, wanted, &strata, err);
	if (result == 0) {
		strata_report(&strata, (enum format)given->format, &text);
		if (!given->quiet && given->format == FORMAT_CSV)
			output_warnings(&strata.warnings);
		result = output_text(&text, err);
	}
	text_release(&text);
	strata_release(&strata);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

static int compare_with(const struct compare_given *given, const struct operands *operands,
                        struct error *err)
{
	struct compare_options wanted = compare_options_of(given);
	struct input_files files = { 0 };
	struct comparison comparison = { 0 };

	int result = input_files_read(&files, operands, given->levels, err);
	if (result == 0 && given->by != NULL && text_equal(given->by, "session")) {
		int answered = sessions_with(given, &files, &wanted, err);
		input_files_release(&files);
		return answered;
	}
	if (result == 0 && strata_are_needed(files.items, files.count, &wanted)) {
		int answered = strata_with(given, &files, &wanted, err);
		input_files_release(&files);
		return answered;
	}
	if (result == 0)
		result = compare_files(files.items, files.count, &wanted, &comparison, err);
	if (result == 0 && given->plot != NULL)
		result = output_plot(given->plot, given->force, &comparison, &files, err);
	if (result == 0)
		result = write_comparison(given, &comparison, err);
	int status = result == 0 ? gate_statuses[comparison.gate] : (int)err->status;
	comparison_release(&comparison);
	input_files_release(&files);
	return status;
}

static int compare_command(const struct command *command, int argc, char **argv,
                           struct error *err)
{
	struct compare_given given = { .gate = (double)NAN };
	struct operands operands = { .items = memory_zeroed((size_t)argc + 1, sizeof(char *)) };
	int status = STATUS_BAD_INPUT;

	if (options_parse(command, argc, argv, &given, &operands, err) == 0 &&
	    check_given(&given, &operands, err) == 0)
		status = compare_with(&given, &operands, err);
	free(operands.items);
	return status;
}

const struct command command_compare = {
	.name = "compare",
	.synopsis = "[options] BASELINE.csv OTHER.csv [...]",
	.summary = "Is there a difference, in which level, how large, how sure.",
	.details = "The first file is the baseline A; every change is B / A - 1. Labels come "
	           "from the files' label column, else from their names.\n"
	           "Status: 0 done, or the gate passed; 1 the gate failed; 2 asked wrongly, bad or "
	           "unlike files; 3 the gate cannot be told.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = compare_command,
};
