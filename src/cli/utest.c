/* SPDX-License-Identifier: MIT */
/* cli: `membench utest`: options, reading, exit status. Computes no statistic. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "compare/groups.h"
#include "report/utest.h"
#include "samples/dataset.h"

struct utest_options {
	struct tidy_columns columns;
	const char *data;
	unsigned test, alternative, method, continuity, better, format;
	double alpha, margin, power, gate;
	bool help;
};

/* Choices in the order of enum method, of false and true, and of the signs of a gate. */
static const char *const method_names[] = { "auto", "exact", "asymptotic", NULL };
static const char *const switch_names[] = { "off", "on", NULL };
static const char *const better_names[] = { "higher", "lower", NULL };

#define FIELD(name) .offset = offsetof(struct utest_options, name)

static const struct option options[] = {
	{ "data", 'd', "FILE", NULL,
	  "tidy data instead of files: one row a value ('-' is standard input)", option_text,
	  FIELD(data) },
	{ "value", 0, "COL", NULL, "its column of numbers", option_text,
	  FIELD(columns.value) },
	{ "group", 0, "COL", NULL, "its column that says which group", option_text,
	  FIELD(columns.group) },
	{ "stratum", 0, "COL", NULL, "rank inside each of these (block sizes, say)",
	  option_text, FIELD(columns.stratum) },
	{ "cluster", 0, "COL", NULL,
	  "values that belong together (runs); they are permuted as wholes", option_text,
	  FIELD(columns.cluster) },
	{ "block", 0, "COL", NULL, "permute only inside each of these (sessions)",
	  option_text, FIELD(columns.block) },
	{ "test", 0, "KIND", "auto",
	  "pooled, stratified, vanelteren or clustered; auto takes clustered with --cluster, "
	  "stratified with --stratum or --block, else pooled",
	  option_choice, FIELD(test), .choices = group_test_names },
	{ "alternative", 0, "KIND", "two-sided", "two-sided, less (A below B) or greater",
	  option_choice, FIELD(alternative), .choices = alternative_names },
	{ "method", 0, "KIND", "auto", "auto (exact unless it takes seconds), exact or "
	  "asymptotic", option_choice, FIELD(method), .choices = method_names },
	{ "continuity", 0, "on|off", "on", "continuity correction of an asymptotic p",
	  option_choice, FIELD(continuity), .choices = switch_names },
	{ "alpha", 0, "P", "0.05",
	  "a difference needs a p below this; intervals have 1 - P",
	  option_probability, FIELD(alpha), .low = 1e-9, .high = 0.49 },
	{ "margin", 0, "PCT", "1%", "equivalent when the change lies within this",
	  option_percent, FIELD(margin), .low = 0, .high = 100 },
	{ "power", 0, "P", "0.8", "of the minimum detectable effect", option_probability,
	  FIELD(power), .low = 0.01, .high = 0.999999 },
	{ "gate", 0, "PCT", NULL,
	  "status 1 if the interval of a change from A is worse than PCT, 0 if every interval "
	  "is better than that, else 3", option_percent, FIELD(gate),
	  .low = 0, .high = 100 },
	{ "better", 0, "KIND", "higher",
	  "for --gate: higher numbers are better (rates) or lower ones (times)", option_choice, FIELD(better), .choices = better_names },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown", option_choice,
	  FIELD(format), .choices = format_names },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static int check_options(const struct utest_options *given,
                         const struct operands *operands, struct error *err)
{
	const struct tidy_columns *columns = &given->columns;

	if (given->data == NULL &&
	    (columns->value || columns->group || columns->stratum || columns->cluster ||
	     columns->block))
		return error_set(
			err, "--value, --group, --stratum, --cluster and --block name "
			     "columns of --data FILE.csv, which is missing");
	if (given->data != NULL && operands->count > 0)
		return error_set(err, "'%s': give files or --data, not both",
		                 operands->items[0]);
	if (given->data != NULL && (columns->value == NULL || columns->group == NULL))
		return error_set(err, "--data needs --value COL and --group COL");
	if (given->data == NULL && operands->count < 2)
		return error_set(err, "a comparison needs two or more files of numbers: "
		                 "membench utest A B");
	return 0;
}

static int read_dataset(const struct utest_options *given,
                        const struct operands *operands, struct dataset *dataset,
                        struct error *err)
{
	if (given->data != NULL)
		return dataset_read_tidy(dataset, given->data, &given->columns, err);
	for (size_t i = 0; i < operands->count; i++) {
		if (dataset_add_file(dataset, operands->items[i], err) != 0)
			return -1;
	}
	return 0;
}

/*
 * Of the pairs with the first group: failed where one interval lies beyond the gate,
 * passed where all lie short of it. Losses are counted upwards: change, or its negative.
 */
static enum status gate_status(const struct group_findings *findings,
                               const struct utest_options *given)
{
	enum status status = STATUS_DONE;

	for (size_t i = 0; i + 1 < findings->group_count; i++) {
		const struct group_pair *pair = &findings->pairs[i];
		double low = 1 / pair->ratio_high - 1, high = 1 / pair->ratio_low - 1;
		double least = given->better ? low : -high,
		       most = given->better ? high : -low;
		bool sure = pair->confidence >= 1 - given->alpha - 1e-9;
		if (sure && least > given->gate)
			return STATUS_FAILED;
		if (!sure || !(most < given->gate))
			status = STATUS_CANNOT_TELL;
	}
	return status;
}

static int compare_and_report(const struct utest_options *given,
                              const struct dataset *dataset, struct error *err)
{
	struct group_options how = {
		(enum group_test)given->test,
		(enum alternative)given->alternative,
		(enum method)given->method,
		given->continuity,
		given->alpha,
		given->margin,
		given->power,
	};
	struct group_findings findings;
	struct text text = { 0 };
	int status = STATUS_DONE;

	if (groups_compare(dataset, &how, &findings, err) != 0) {
		status = (int)err->status;
	} else {
		utest_report(&findings, (enum format)given->format, &text);
		if (output_text(&text, err) != 0)
			status = (int)err->status;
		else if (!isnan(given->gate))
			status = (int)gate_status(&findings, given);
	}
	text_release(&text);
	groups_release(&findings);
	return status;
}

static int utest_run_command(const struct command *command, int argc, char **argv,
                             struct error *err)
{
	struct utest_options given = { .gate = NAN };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	struct dataset dataset = { 0 };
	int status;

	if (options_parse(command, argc, argv, &given, &operands, err) != 0 ||
	    check_options(&given, &operands, err) != 0 ||
	    read_dataset(&given, &operands, &dataset, err) != 0)
		status = (int)err->status;
	else
		status = compare_and_report(&given, &dataset, err);
	free(operands.items);
	dataset_release(&dataset);
	return status;
}

const struct command command_utest = {
	.name = "utest",
	.synopsis = "[options] A B [C ...]  |  --data FILE.csv --value COL --group COL",
	.summary = "The statistics of membench on any numbers: are they different, by how "
	           "much, how sure.",
	.details =
	"A, B ... are files of one number a line (blank lines and # comments are skipped, "
	"'-' is standard input) or FILE.csv:COLUMN. The first is the baseline: changes are "
	"B / A - 1. JSON counts the other way round, as the statistics do: u_a counts a > b, "
	"shift is A - B, ratio is A / B; mde is a fraction (0.03 is 3 %). Cluster names count "
	"inside their group and block. Quartiles are of type 7 (R's default).\n"
	"A p below 1e-300 is written in JSON and CSV with its true exponent (1.8e-357), which "
	"most parsers read as 0; log10_p_two and trend_log10_p hold it for them.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = utest_run_command,
};
