/* SPDX-License-Identifier: MIT */
/* cli: `membench run`, the default command: options, order of events, exit status. */
#include "cli/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "caches/attribute.h"
#include "cli/commands.h"
#include "cli/words.h"
#include "measure/interrupt.h"

#define FIELD(name) .offset = offsetof(struct run_options, name)

static const struct option options[] = {
	{ "sizes", 's', "LIST", NULL,
	  "block sizes: 2K-8M doubles, 2K-8M/4 takes four an octave, 2K,48K,64K-1M lists "
	  "(default from 2K to what 1 GiB and a quarter of the free memory hold)",
	  option_sizes, FIELD(sizes) },
	{ "runs", 'r', "N", "10", "how often everything is measured, each time in a fresh process; of itself a session takes "
	  "10 s at most, if need be with fewer",
	  option_count, FIELD(runs), .low = 1, .high = 1e6 },
	{ "over", 0, "TIME", NULL, "spread the runs over this time, such as 4m for 10 to be "
	  "compared, and repeat those in which the core was slowed, within twice the time",
	  option_duration, FIELD(over) },
	{ "op", 0, "LIST", "copy", "copy, read, write, scale, add, triad, or all", option_text,
	  FIELD(op), .words = words_ops },
	{ "kernel", 'k', "LIST", "auto",
	  "how it moves: auto (tried first), all, best (fastest of all at each size, chosen on "
	  "other samples), or names: avx512, movsb, nt, memcpy, word ...",
	  option_text, FIELD(kernel), .words = words_kernels },
	{ "threads", 't', "N", NULL, "threads, each with its own CPU and blocks (default 1)",
	  option_count, FIELD(threads), .low = 1, .high = 65536 },
	{ "cpu", 'c', "LIST", NULL, "the CPUs to measure on, such as 3 or 0-3,8 (default: of "
	  "those allowed, idle ones of the fastest kind)", option_text, FIELD(cpu) },
	{ "pages", 0, "KIND", "auto", "auto, huge or small; auto takes transparent huge pages "
	  "where it gets them, huge those of the hugetlb pool first", option_choice, FIELD(pages),
	  .choices = page_mode_names },
	{ "budget", 0, "TIME", "25ms", "time for each size in each run", option_duration,
	  FIELD(budget) },
	{ "volume", 0, "SIZE", NULL, "instead of short samples time one transfer of this much "
	  "for each size, as the study of 2000 did", option_size, FIELD(volume) },
	{ "levels", 0, "LIST", NULL, "cache sizes, such as L1=32K,L2=1M, instead of finding them",
	  option_text, FIELD(levels), .words = words_level_sizes },
	{ "levels-by", 0, "WHAT", "footprint", "class rows by footprint (all arrays) or by block",
	  option_choice, FIELD(levels_by), .choices = levels_by_names },
	{ "like", 0, "FILE", NULL, "as FILE was measured: its ops, kernels, sizes, levels, threads, "
	  "CPUs, pages, volume and runs, but for what other options say", option_text,
	  FIELD(like) },
	{ "label", 'l', "TEXT", NULL, "name of this configuration, for comparisons", option_text,
	  FIELD(label) },
	{ "output", 'o', "FILE", NULL, "save a row for each cell as CSV", option_text,
	  FIELD(output) },
	{ "append", 'a', NULL, NULL, "add to --output, like what it holds, instead of refusing to replace it",
	  option_flag, FIELD(append) },
	{ "raw", 0, "FILE", NULL, "save every single sample as CSV as well", option_text,
	  FIELD(raw) },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown on standard output",
	  option_choice, FIELD(format), .choices = format_names },
	{ "print", 'p', "FIELD", NULL, "print only this column, one value a line", option_text,
	  FIELD(print), .words = words_columns },
	{ "order", 0, "KIND", "shuffled", "shuffled or ascending sizes", option_choice,
	  FIELD(order), .choices = visit_order_names },
	{ "seed", 0, "N", NULL, "repeat the order and data of a run (default: drawn)",
	  option_count, FIELD(seed), .low = 1, .high = 9e15 },
	{ "verify", 0, NULL, NULL, "check what each kernel wrote, and that it wrote nothing else, before timing it", option_flag,
	  FIELD(verify) },
	{ "dry-run", 'n', NULL, NULL, "say what would be measured and where it would go, and stop", option_flag,
	  FIELD(dry_run) },
	{ "force", 0, NULL, NULL, "replace files that exist", option_flag, FIELD(force) },
	{ "quiet", 'q', NULL, NULL, "no progress and no notes; errors and skipped sizes are "
	  "still named", option_flag, FIELD(quiet) },
	{ "no-progress", 0, NULL, NULL, "no progress line", option_flag, FIELD(no_progress) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static int check_operands(const struct operands *operands, struct error *err)
{
	if (operands->count == 0)
		return 0;
	return error_set(err, "'%s' is not expected here; sizes are given with --sizes, files "
	                 "with --output", operands->items[0]);
}

static int write_report(const struct run_options *given, const struct run_report *report,
                        struct error *err)
{
	struct text text = { 0 };

	if (given->print != NULL)
		run_report_print(report, columns_find(given->print), &text);
	else
		run_report_put(report, (enum format)given->format, &text);
	int result = output_text(&text, err);
	text_release(&text);
	return result;
}

static void put_notes(const struct text *lines)
{
	struct text shown = { 0 };

	text_put_lines(&shown, "", text_string(lines));
	(void)fputs(text_string(&shown), stderr);
	text_release(&shown);
}

/* Formats that carry no notes leave them to standard error. */
static void write_notes(const struct run_options *given, const struct run_report *report)
{
	bool bare = given->print != NULL || given->format == FORMAT_CSV;

	put_notes(&report->skipped);
	if (bare)
		put_notes(&report->notes);
}

static int status_of(int result, const struct text *skipped, const struct error *err)
{
	if (*interrupt_flag())
		return STATUS_INTERRUPTED;
	if (result != 0)
		return (int)err->status;
	return skipped->length > 0 ? STATUS_PARTIAL : STATUS_DONE;
}

/* Measure and report; what was measured before a failure is reported all the same. */
static int measure(struct run_setup *setup, struct run_files *files, struct error *err)
{
	const struct run_options *given = setup->options;
	struct run_report report = { .hierarchy = &setup->hierarchy, .seed = setup->seed,
		                     .runs_asked = given->runs, .over_ns = given->over,
		                     .limit = setup->limit,
		                     .most_block_bytes = setup->most_block_bytes,
		                     .output = given->output, .like = setup->like.path,
		                     .defaults = run_defaults_of(setup),
		                     .unicode = output_is_utf8() };
	struct error writing = { 0 };

	platform_system(report.system);
	int result = run_choose_kernels(setup, err);
	if (result == 0 && !*interrupt_flag())
		result = run_measure(setup, files, &report, err);
	report.trials = setup->trials;
	report.trial_count = setup->trial_count;
	if (*interrupt_flag() && report.cells.count > 0)
		text_printf(&setup->notes, "Interrupted: %" PRIu64 " of %" PRIu64 " runs are whole.\n",
		            report.runs_done, given->runs);
	text_put(&report.skipped, text_string(&setup->skipped));
	if (!given->quiet) {
		text_put(&report.notes, text_string(&setup->notes));
		run_report_advise(&report, (enum levels_by)given->levels_by);
	}
	/* A table explains its flags itself; bare values carry none. */
	if (given->print != NULL)
		run_warn_flagged(&report, &setup->warnings);
	run_warn_throttled(setup);
	put_notes(&setup->warnings);
	if (report.cells.count == 0)
		put_notes(&report.skipped);
	if (report.cells.count > 0) {
		write_notes(given, &report);
		if (write_report(given, &report, &writing) != 0 && result == 0) {
			*err = writing;
			result = -1;
		}
	}
	if (report.cells.count == 0 && *interrupt_flag() && result == 0)
		result = error_fail(err, "interrupted before anything was measured");
	run_report_release(&report);
	return result;
}

static int report_plan(const struct run_setup *setup, const struct text *where,
                       struct error *err)
{
	struct text text = { 0 };

	run_dry(setup, where, &text);
	put_notes(&setup->skipped);
	int result = output_text(&text, err);
	text_release(&text);
	return result;
}

static int nothing_left(const struct run_setup *setup, struct error *err)
{
	put_notes(&setup->skipped);
	return error_fail(err, "no size is left to measure; give smaller --sizes");
}

static int run_with(const struct run_options *given, struct error *err)
{
	struct run_files files = { .raw = -1 };
	struct run_setup setup = { 0 };
	struct text notes = { 0 }, where = { 0 }, unsaid = { 0 };
	struct error closing = { 0 };
	int result = run_files_check(given, &where, given->dry_run ? &notes : &unsaid, err);

	if (result == 0)
		result = run_setup_init(&setup, given, err);
	/* Till here an interrupt ends the program at once: there is nothing to keep. */
	interrupt_catch();
	if (result == 0 && !given->dry_run)
		result = run_files_open(&files, given, &notes, err);
	text_release(&unsaid);
	/* That a file was mended is said even under --quiet. */
	put_notes(&notes);
	text_release(&notes);
	if (result == 0)
		result = setup.plan.count == 0 ? nothing_left(&setup, err)
		         : given->dry_run      ? report_plan(&setup, &where, err)
		                               : measure(&setup, &files, err);
	if (run_files_close(&files, &closing) != 0 && result == 0) {
		*err = closing;
		result = -1;
	}
	put_notes(&notes);
	int status = status_of(result, &setup.skipped, err);
	run_setup_release(&setup);
	text_release(&notes);
	text_release(&where);
	return status;
}

static int run_command(const struct command *command, int argc, char **argv,
                       struct error *err)
{
	struct run_options given = { 0 };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };

	int status = STATUS_BAD_INPUT;
	if (options_parse(command, argc, argv, &given, &operands, err) == 0 &&
	    check_operands(&operands, err) == 0 && run_options_check(&given, err) == 0) {
		given.given = operands.given;
		status = run_with(&given, err);
	}
	size_list_release(&given.sizes);
	free(operands.items);
	return status;
}

const struct command command_run = {
	.name = "run",
	.synopsis = "[options]",
	.summary = "Measure bandwidth at each block size, in several runs.",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = run_command,
};
