/* SPDX-License-Identifier: MIT */
/* cli: `membench plan`: options, reading the pilot, exit status. Computes nothing. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/words.h"
#include "compare/campaign.h"
#include "report/plan.h"

/* A run's time over the sum of its samples: set-up, faulting in and witnesses. Measured
 * with 18 sizes of 25 ms. */
#define RUN_OVERHEAD 1.6

static const enum format plan_formats[] = { FORMAT_TABLE, FORMAT_JSON, FORMAT_MARKDOWN };
static const char *const plan_format_names[] = { "table", "json", "markdown", NULL };

struct plan_options {
	double effect, power, alpha, margin, run_sd, boot_sd;
	uint64_t levels, runs, boot_time;
	const char *by, *only;
	unsigned format;
	bool edges, quiet, help;
};

#define FIELD(name) .offset = offsetof(struct plan_options, name)

static const struct option options[] = {
	{ "effect", 0, "PCT", "3%", "the smallest change that should be found", option_percent,
	  FIELD(effect), .low = 0.01, .high = 1000 },
	{ "power", 0, "P", "80%", "how often it should be found", option_probability,
	  FIELD(power), .low = 0.01, .high = 0.999 },
	{ "alpha", 0, "P", "0.05", "a difference needs a p below this", option_probability,
	  FIELD(alpha), .low = 1e-9, .high = 0.49 },
	{ "margin", 0, "PCT", "1%", "within which a level that memory cannot touch must hold",
	  option_percent, FIELD(margin), .low = 0.01, .high = 100 },
	{ "levels", 0, "N", NULL, "tests that Holm adjusts over (default: the pilot's levels, "
	  "or 3)", option_count, FIELD(levels), .low = 1, .high = 1000 },
	{ "runs", 'r', "N", NULL, "runs in each boot (default: what takes least time)",
	  option_count, FIELD(runs), .low = 1, .high = 1e6 },
	{ "run-sd", 0, "PCT", NULL, "spread of runs within a boot, instead of the pilot's",
	  option_percent, FIELD(run_sd), .low = 0.001, .high = 100 },
	{ "boot-sd", 0, "PCT", NULL, "spread of boots, instead of the pilot's", option_percent,
	  FIELD(boot_sd), .low = 0, .high = 100 },
	{ "boot-time", 0, "TIME", "300s", "what a reboot with its reseat takes",
	  option_duration, FIELD(boot_time) },
	{ "by", 0, "COLUMN", NULL, "a configuration for each value of this column, instead of one "
	  "for each file", option_text, FIELD(by), .words = words_columns },
	{ "only", 0, "LIST", NULL, "take only rows with COLUMN=VALUE, joined by commas",
	  option_text, FIELD(only), .words = words_column_values },
	{ "edges", 0, NULL, NULL, "take sizes that straddle two levels into the levels",
	  option_flag, FIELD(edges) },
	{ "format", 'f', "KIND", "table", "table, json or markdown", option_choice,
	  FIELD(format), .choices = plan_format_names },
	{ "quiet", 'q', NULL, NULL, "no notes on standard error", option_flag, FIELD(quiet) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

/* What one run of the pilot takes, from the samples of its cells. */
static double run_seconds(const struct input_files *files, const struct comparison *pilot)
{
	double ns = 0;
	size_t count = 0;

	for (size_t i = 0; i < files->count; i++) {
		const struct cells *cells = &files->items[i].cells;
		for (size_t at = 0; at < cells->count; at++)
			ns += (double)cells->items[at].samples * cells->items[at].ns_mean;
		count += cells->count;
	}
	return RUN_OVERHEAD * 1e-9 * ns / (double)count * (double)pilot->size_count;
}

static int put_plan(const struct plan_options *given, const struct input_files *files,
                    const struct comparison *pilot, struct error *err)
{
	struct campaign_options how = {
		.effect = given->effect, .power = given->power, .alpha = given->alpha,
		.margin = given->margin, .family = (size_t)given->levels,
		.run_sd = given->run_sd, .boot_sd = given->boot_sd,
		.runs = (size_t)given->runs, .boot_s = (double)given->boot_time * 1e-9,
		.run_s = pilot != NULL ? run_seconds(files, pilot) : (double)NAN,
	};
	struct campaign campaign;
	struct text names = { 0 }, text = { 0 };

	for (size_t i = 0; i < files->count; i++)
		text_printf(&names, "%s%s", i ? ", " : "", files->items[i].path);
	int result = campaign_init(&campaign, &how, pilot, err);
	if (result == 0) {
		plan_report(&campaign, text_string(&names), plan_formats[given->format], &text);
		result = output_text(&text, err);
	}
	campaign_release(&campaign);
	text_release(&names);
	text_release(&text);
	return result;
}

static void put_notes(const struct plan_options *given, const struct comparison *pilot)
{
	if (given->quiet)
		return;
	output_warnings(&pilot->warnings);
}

static int plan_pilot(const struct plan_options *given, const struct operands *operands,
                      struct error *err)
{
	/* Configurations may be unlike: none is compared with another. */
	struct compare_options how = { .by = given->by, .only = given->only,
		                       .vary = ANY_SETTING, .edges = given->edges,
		                       .alpha = given->alpha, .gate = (double)NAN };
	struct input_files files = { 0 };
	struct comparison pilot = { .level_count = 0 };

	int result = input_files_read(&files, operands, NULL, err);
	if (result == 0)
		result = compare_arrange(files.items, files.count, &how, &pilot, err);
	if (result == 0) {
		put_notes(given, &pilot);
		result = put_plan(given, &files, &pilot, err);
	}
	comparison_release(&pilot);
	input_files_release(&files);
	return result;
}

static int plan_command(const struct command *command, int argc, char **argv,
                        struct error *err)
{
	struct plan_options given = { .run_sd = (double)NAN, .boot_sd = (double)NAN };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	const struct input_files none = { 0 };

	int result = options_parse(command, argc, argv, &given, &operands, err);
	if (result == 0)
		result = operands.count > 0 ? plan_pilot(&given, &operands, err)
		                            : put_plan(&given, &none, NULL, err);
	free(operands.items);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

const struct command command_plan = {
	.name = "plan",
	.synopsis = "[options] [PILOT.csv ...]",
	.summary = "Say how many boots and runs it takes to see a change, and in which order.",
	.details = "A pilot of 10 runs in one boot shows how far runs lie apart; one of several "
	           "boots also how far boots do. Formulas: Hodges and Lehmann 1956 (power of rank "
	           "tests), Holm 1979.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = plan_command,
};
