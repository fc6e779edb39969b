/* SPDX-License-Identifier: MIT */
/* cli: `membench card`: a machine on one page, measured now or saved before. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/run_names.h"
#include "cli/words.h"
#include "dimms/modules.h"
#include "measure/interrupt.h"
#include "report/card.h"
#include "samples/file.h"
#include "session/files.h"
#include "session/record.h"
#include "session/result.h"

/* With the caches before and what is written behind, half a minute in all. */
#define PASS_NS UINT64_C(14000000000)

struct card_options {
	struct session_options session;
	unsigned format;
	bool markdown, quiet, no_progress, help;
};

#define FIELD(name) .offset = offsetof(struct card_options, name)

static const struct option options[] = {
	{ "runs", 'r', "N", "10", "how often everything is measured; 7 at least for a comparison "
	  "of two cards", option_count, FIELD(session.runs), .low = 1, .high = 1e6 },
	{ "threads", 't', "N", NULL, "threads of the second half (default: one for each CPU)",
	  option_count, FIELD(session.threads), .low = 1, .high = 65536 },
	{ "pages", 0, "KIND", "auto", "as of run", option_choice, FIELD(session.pages),
	  .choices = page_mode_names },
	{ "budget", 0, "TIME", "25ms", "time for each cell in each run", option_duration,
	  FIELD(session.budget) },
	{ "levels", 0, "LIST", NULL, "cache sizes, such as L1=32K,L2=1M, instead of finding them",
	  option_text, FIELD(session.levels), .words = words_level_sizes },
	{ "label", 'l', "TEXT", NULL, "name of this configuration, for comparisons", option_text,
	  FIELD(session.label) },
	{ "output", 'o', "FILE", NULL, "save the rows as CSV, to compare or to show again",
	  option_text, FIELD(session.output) },
	{ "force", 0, NULL, NULL, "replace a file that exists", option_flag,
	  FIELD(session.force) },
	{ "format", 'f', "KIND", "table", "table, csv, json or markdown on standard output",
	  option_choice, FIELD(format), .choices = format_names },
	{ "markdown", 0, NULL, NULL, "the same as --format markdown", option_flag,
	  FIELD(markdown) },
	{ "quiet", 'q', NULL, NULL, "no progress and no notes", option_flag, FIELD(quiet) },
	{ "no-progress", 0, NULL, NULL, "no progress line", option_flag, FIELD(no_progress) },
	{ "help", 'h', NULL, NULL, "show this", option_flag, FIELD(help) },
};

static int write_card(const struct card_options *given, const struct card *card,
                      struct error *err)
{
	struct text text = { 0 };

	card_report(card, (enum format)given->format, &text);
	int result = output_text(&text, err);
	text_release(&text);
	return result;
}

/* Those that this version measures, "read,write,copy". */
static void ops_here(struct text *text)
{
	for (size_t i = 0; i < CARD_OPS; i++) {
		for (unsigned op = 0; op < OP_COUNT; op++) {
			if (text_equal(op_names[op], card_ops[i]))
				text_printf(text, "%s%s", text->length > 0 ? "," : "", card_ops[i]);
		}
	}
}

static void cells_copy(struct cells *all, const struct cells *from)
{
	for (size_t i = 0; i < from->count; i++) {
		struct cell cell = from->items[i];
		cell.context = cells_context(all, cell.context);
		cells_add(all, &cell);
	}
}

static void note_runs(const struct session_result *found, struct text *notes)
{
	if (found->runs_done < found->runs_asked)
		text_printf(notes, "%" PRIu64 " of %" PRIu64 " runs%s: a card takes half a minute "
		            "at most.\n", found->runs_done, found->runs_asked,
		            *interrupt_flag() ? ", interrupted" : "");
}

/* One thread, then so many. Sizes that stand alone in DRAM are the card's own choice. */
static int measure_passes(const struct card_options *given, struct session *session,
                          struct session_files *files, struct cells *cells, struct card *card,
                          struct error *err)
{
	uint64_t threads = given->session.threads ? given->session.threads : session->cpu_count;
	int result = 0;

	for (unsigned pass = 1; result == 0 && pass <= (threads > 1 ? 2 : 1); pass++) {
		struct session_result found;
		session->most_ns = pass * PASS_NS;
		if (pass > 1 && session_again(session, threads, err) != 0)
			return -1;
		result = session_run(session, files, &found, err);
		cells_copy(cells, &found.cells);
		note_runs(&found, &card->notes);
		session_result_release(&found);
		if (*interrupt_flag() || files->is_reader_gone)
			break;
	}
	for (size_t i = 0; i < session->notes.count; i++) {
		if (!text_equal(session->notes.items[i].kind, "lone-dram"))
			text_printf(&card->notes, "%s\n", session->notes.items[i].text);
	}
	warnings_put(&session->skipped, &card->skipped);
	output_warnings(&session->warnings);
	return result;
}

static int measure(const struct card_options *given, struct session *session,
                   struct session_files *files, struct error *err)
{
	char system[PLATFORM_TEXT_BYTES];
	struct modules modules = { 0 };
	struct cells cells = { 0 };
	struct card card = { .cells = &cells, .system = system };
	struct error writing = { 0 };

	platform_system(system);
	int result = measure_passes(given, session, files, &cells, &card, err);
	modules_find(&modules, "");
	modules_decide(&modules);
	const struct peak peak = peak_of(&modules);
	card.peak = &peak;
	if (given->quiet)
		text_release(&card.notes);
	if (cells.count > 0 && write_card(given, &card, &writing) != 0 && result == 0) {
		*err = writing;
		result = -1;
	}
	modules_release(&modules);
	cells_release(&cells);
	text_release(&card.notes);
	text_release(&card.skipped);
	return result;
}

static int status_of(int result, bool skipped, const struct error *err)
{
	if (*interrupt_flag())
		return STATUS_INTERRUPTED;
	if (result != 0)
		return (int)err->status;
	return skipped ? STATUS_PARTIAL : STATUS_DONE;
}

static int measure_with(struct card_options *given, struct error *err)
{
	struct session_files files = { .raw = -1 };
	struct session_options asked = given->session;
	struct session session = { .seed = 0 };
	struct text ops = { 0 }, notes = { 0 }, where = { 0 };
	struct run_names names;
	struct error closing = { 0 };

	ops_here(&ops);
	asked.op = text_string(&ops);
	asked.threads = 1;
	int result = run_names_init(&names, &asked, err);
	if (result == 0)
		result = session_files_check(&asked, &where, &notes, err);
	if (result == 0)
		result = session_init(&session, &asked, err);
	interrupt_catch();
	if (result == 0)
		result = session_files_open(&files, &asked, &notes, err);
	if (result == 0)
		result = measure(given, &session, &files, err);
	if (session_files_close(&files, &closing) != 0 && result == 0) {
		*err = closing;
		result = -1;
	}
	int status = status_of(result, session.skipped.count > 0, err);
	session_release(&session);
	run_names_release(&names);
	text_release(&ops);
	text_release(&notes);
	text_release(&where);
	return status;
}

/* A saved card, or what `run` saved of these ops. */
static int show(const struct card_options *given, const char *path, struct error *err)
{
	struct cells cells = { 0 };
	struct text notes = { 0 }, rows = { 0 };
	struct card card = { .cells = &cells };
	int result = file_read_cells(path, &cells, &notes, err);

	card.notes = notes;
	if (result == 0 && given->format == FORMAT_CSV) {
		file_header(&rows);
		for (size_t i = 0; i < cells.count; i++)
			file_row(&cells.items[i], &rows);
		result = output_text(&rows, err);
	} else if (result == 0) {
		result = write_card(given, &card, err);
	}
	text_release(&rows);
	text_release(&card.notes);
	cells_release(&cells);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

static int card_command(const struct command *command, int argc, char **argv,
                        struct error *err)
{
	struct card_options given = { .session = { .kernel = "auto", .one_a_level = true,
		                                   .most_ns = PASS_NS } };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	int status = STATUS_BAD_INPUT;

	if (options_parse(command, argc, argv, &given, &operands, err) == 0) {
		given.format = given.markdown ? FORMAT_MARKDOWN : given.format;
		given.session.prints_rows = given.format == FORMAT_CSV;
		given.session.shows_progress = !given.quiet && !given.no_progress;
		if (operands.count > 1)
			(void)error_set(err, "one saved card is shown at a time; membench compare "
			                "%s %s compares two", operands.items[0], operands.items[1]);
		else
			status = operands.count == 1 ? show(&given, operands.items[0], err)
			                             : measure_with(&given, err);
	}
	free(operands.items);
	return status;
}

const struct command command_card = {
	.name = "card",
	.synopsis = "[options] [SAVED.csv]",
	.summary = "The machine on one page: read, write, copy and latency of each level.",
	.details = "One block for each level, measured with one thread and with one on each CPU, in "
	           "half a minute at most; or what --output saved. membench compare A.csv B.csv "
	           "compares two saved cards.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.run = card_command,
};
