/* SPDX-License-Identifier: MIT */
/* cli: `membench run`, the default command: options, order of events, exit status. */
#include "cli/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "caches/attribute.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/run_names.h"
#include "cli/words.h"
#include "measure/interrupt.h"
#include "report/run.h"
#include "session/files.h"
#include "session/record.h"
#include "session/result.h"

#define FIELD(name) .offset = offsetof(struct run_options, name)

static const struct option options[] = {
	{ "sizes", 's', "LIST", NULL,
	  "block sizes: 2K-8M doubles, 2K-8M/4 takes four an octave, 2K,48K,64K-1M lists "
	  "(default from 2K to what 1 GiB and a quarter of the free memory hold)",
	  option_sizes, FIELD(session.sizes) },
	{ "runs", 'r', "N", "10", "how often everything is measured, each time in a fresh process; of itself a session takes "
	  "10 s at most, if need be with fewer",
	  option_count, FIELD(session.runs), .low = 1, .high = 1e6 },
	{ "over", 0, "TIME", NULL, "spread the runs over this time, such as 4m for 10 to be "
	  "compared, and repeat those in which the core was slowed, within twice the time",
	  option_duration, FIELD(session.over) },
	{ "op", 0, "LIST", "copy", "copy, read, write, scale, add, triad, latency (of a load), or all", option_text,
	  FIELD(session.op), .words = words_ops },
	{ "kernel", 'k', "LIST", "auto",
	  "how it moves: auto (tried first), all, best (fastest of all at each size, chosen on "
	  "other samples), or names: avx512, movsb, nt, memcpy, word ...",
	  option_text, FIELD(session.kernel), .words = words_kernels },
	{ "threads", 't', "N", NULL, "threads, each with its own CPU and blocks (default 1)",
	  option_count, FIELD(session.threads), .low = 1, .high = 65536 },
	{ "cpu", 'c', "LIST", NULL, "the CPUs to measure on, such as 3 or 0-3,8 (default: of "
	  "those allowed, idle ones of the fastest kind)", option_text, FIELD(session.cpu) },
	{ "pages", 0, "KIND", "auto", "auto, huge or small; auto takes transparent huge pages "
	  "where it gets them, huge those of the hugetlb pool first", option_choice,
	  FIELD(session.pages), .choices = page_mode_names },
	{ "budget", 0, "TIME", "25ms", "time for each size in each run", option_duration,
	  FIELD(session.budget) },
	{ "volume", 0, "SIZE", NULL, "instead of short samples time one transfer of this much "
	  "for each size, as the study of 2000 did", option_size, FIELD(session.volume) },
	{ "command", 0, "CMD", NULL, "instead of memory: time a shell command that moves "
	  "--volume bytes; BLOCK, COUNT, VOLUME and RUN are in its environment", option_text,
	  FIELD(session.command) },
	{ "name", 0, "TEXT", NULL, "what rows call the command (default its first word)",
	  option_text, FIELD(session.name) },
	{ "before", 0, "CMD", NULL, "run this before each command, untimed", option_text,
	  FIELD(session.before) },
	{ "after", 0, "CMD", NULL, "and this after it, whatever became of it", option_text,
	  FIELD(session.after) },
	{ "timeout", 0, "TIME", NULL, "end a command that takes longer, with all it started",
	  option_duration, FIELD(session.timeout) },
	{ "verbose", 0, NULL, NULL, "show what commands print, on standard error", option_flag,
	  FIELD(session.verbose) },
	{ "levels", 0, "LIST", NULL, "cache sizes, such as L1=32K,L2=1M, instead of finding them",
	  option_text, FIELD(session.levels), .words = words_level_sizes },
	{ "levels-by", 0, "WHAT", "footprint", "class rows by footprint (all arrays) or by block",
	  option_choice, FIELD(session.levels_by), .choices = levels_by_names },
	{ "like", 0, "FILE", NULL, "as FILE was measured: its ops, kernels, sizes, levels, threads, "
	  "CPUs, pages, volume and runs, but for what other options say", option_text,
	  FIELD(session.like) },
	{ "label", 'l', "TEXT", NULL, "name of this configuration, for comparisons", option_text,
	  FIELD(session.label) },
	{ "host", 0, "NAME", NULL, "what the rows call this machine (default: SLURMD_NODENAME, else "
	  "its own name)", option_text, FIELD(session.host) },
	{ "output", 'o', "FILE", NULL, "save a row for each cell as CSV; in FILE %h is the host, %j "
	  "the Slurm job, %t its task, %% a percent sign", option_text, FIELD(session.output) },
	{ "append", 'a', NULL, NULL, "add to --output, like what it holds, instead of refusing to replace it",
	  option_flag, FIELD(session.append) },
	{ "raw", 0, "FILE", NULL, "save every single sample as CSV as well", option_text,
	  FIELD(session.raw) },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown on standard output",
	  option_choice, FIELD(format), .choices = format_names },
	{ "print", 'p', "LIST", NULL, "print only these columns, or ns or cycles, a line a cell with "
	  "tabs between; with median, that of mb_per_s over the runs, a line a size", option_text,
	  FIELD(print), .words = words_print },
	{ "order", 0, "KIND", "shuffled", "shuffled or ascending sizes", option_choice,
	  FIELD(session.order), .choices = visit_order_names },
	{ "seed", 0, "N", NULL, "repeat the order and data of a run (default: drawn)",
	  option_count, FIELD(session.seed), .low = 1, .high = 9e15 },
	{ "verify", 0, NULL, NULL, "check what each kernel wrote, and that it wrote nothing else, before timing it", option_flag,
	  FIELD(session.verify) },
	{ "dry-run", 'n', NULL, NULL, "say what would be measured and where it would go, and stop", option_flag,
	  FIELD(session.dry_run) },
	{ "force", 0, NULL, NULL, "replace files that exist", option_flag, FIELD(session.force) },
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

static int write_report(const struct run_options *given,
                        const struct session_result *result, struct error *err)
{
	struct text text = { 0 };

	if (given->print != NULL)
		run_report_print(result, given->print, &text);
	else
		run_report_put(result, (enum format)given->format, output_is_utf8(), &text);
	int written = output_text(&text, err);
	text_release(&text);
	return written;
}

static void put_notes(const struct text *lines)
{
	struct text shown = { 0 };

	text_put_lines(&shown, "", text_string(lines));
	(void)fputs(text_string(&shown), stderr);
	text_release(&shown);
}

/* Formats that carry no notes leave them to standard error. */
static void write_notes(const struct run_options *given, const struct session_result *result)
{
	put_notes(&result->skipped);
	if (given->print != NULL || given->format == FORMAT_CSV)
		put_notes(&result->notes);
}

static int status_of(int result, bool skipped, const struct error *err)
{
	if (*interrupt_flag())
		return STATUS_INTERRUPTED;
	if (result != 0)
		return (int)err->status;
	return skipped ? STATUS_PARTIAL : STATUS_DONE;
}

/* Measure and report; what was measured before a failure is reported all the same. */
static int measure(const struct run_options *given, struct session *session,
                   struct session_files *files, struct error *err)
{
	struct session_result found;
	struct error writing = { 0 };
	int result = session_run(session, files, &found, err);

	if (given->quiet)
		text_release(&found.notes);
	else
		run_report_advise(&found, (enum levels_by)session->options->levels_by);
	/* A table explains its flags itself; bare values carry none. */
	if (given->print != NULL)
		session_warn_flagged(&found, &session->warnings);
	output_warnings(&session->warnings);
	if (found.cells.count == 0) {
		put_notes(&found.skipped);
	} else {
		write_notes(given, &found);
		if (write_report(given, &found, &writing) != 0 && result == 0) {
			*err = writing;
			result = -1;
		}
	}
	session_result_release(&found);
	return result;
}

static int report_plan(const struct session *session, const struct text *where,
                       struct error *err)
{
	struct text text = { 0 };

	run_dry(session, where, &text);
	output_warnings(&session->skipped);
	int result = output_text(&text, err);
	text_release(&text);
	return result;
}

static int nothing_left(const struct session *session, struct error *err)
{
	output_warnings(&session->skipped);
	return error_fail(err, "no size is left to measure; give smaller --sizes");
}

static int run_with(const struct run_options *given, struct error *err)
{
	struct session_files files = { .raw = -1 };
	struct session session = { 0 };
	struct text notes = { 0 }, where = { 0 }, unsaid = { 0 };
	struct error closing = { 0 };
	const struct session_options *asked = &given->session;
	int result = session_files_check(asked, &where, asked->dry_run ? &notes : &unsaid, err);

	if (result == 0)
		result = session_init(&session, asked, err);
	/* Till here an interrupt ends the program at once: there is nothing to keep. */
	interrupt_catch();
	if (result == 0 && !asked->dry_run)
		result = session_files_open(&files, asked, &notes, err);
	text_release(&unsaid);
	/* That a file was mended is said even under --quiet. */
	put_notes(&notes);
	text_release(&notes);
	if (result == 0)
		result = session.plan.count == 0 ? nothing_left(&session, err)
		         : asked->dry_run      ? report_plan(&session, &where, err)
		                               : measure(given, &session, &files, err);
	if (session_files_close(&files, &closing) != 0 && result == 0) {
		*err = closing;
		result = -1;
	}
	put_notes(&notes);
	int status = status_of(result, session.skipped.count > 0, err);
	session_release(&session);
	text_release(&notes);
	text_release(&where);
	return status;
}

static const struct { const char *name; enum session_given option; } taken[] = {
	{ "sizes", GIVEN_SIZES },   { "runs", GIVEN_RUNS },       { "over", GIVEN_OVER },
	{ "op", GIVEN_OP },         { "kernel", GIVEN_KERNEL },   { "threads", GIVEN_THREADS },
	{ "cpu", GIVEN_CPU },       { "pages", GIVEN_PAGES },     { "budget", GIVEN_BUDGET },
	{ "volume", GIVEN_VOLUME }, { "levels", GIVEN_LEVELS },   { "levels-by", GIVEN_LEVELS_BY },
};

/* What no single option says. */
static void complete(const struct command *command, uint64_t words, struct run_options *given)
{
	struct session_options *session = &given->session;

	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		if (options_given(command, words, taken[i].name))
			session->given |= taken[i].option;
	}
	session->prints_rows = given->format == FORMAT_CSV && given->print == NULL;
	session->shows_progress = !given->quiet && !given->no_progress;
}

static int run_command(const struct command *command, int argc, char **argv,
                       struct error *err)
{
	struct run_options given = { 0 };
	struct run_names names = { .host = { 0 } };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };

	int status = STATUS_BAD_INPUT;
	if (options_parse(command, argc, argv, &given, &operands, err) == 0 &&
	    check_operands(&operands, err) == 0 &&
	    run_options_check(&given, command, operands.given, err) == 0 &&
	    run_names_init(&names, &given.session, err) == 0) {
		complete(command, operands.given, &given);
		status = run_with(&given, err);
	}
	size_list_release(&given.session.sizes);
	run_names_release(&names);
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
