/* SPDX-License-Identifier: MIT */
/*
 * session: a session that takes from an earlier file what no option says. Knows what of it can
 * be had here; the file itself is like.c's.
 */
#include "session/take.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "samples/file.h"
#include "session/kernels.h"
#include "session/levels.h"


static bool is_given(const struct session *session, unsigned options)
{
	return (session->asked.given & options) != 0;
}

/* The file to be like: --like, else the one that rows are added to. NULL where none is. */
static const char *source_of(const struct session_options *options)
{
	struct text header = { 0 };
	struct stat facts;

	if (options->like != NULL)
		return options->like;
	file_header(&header);
	bool adds = options->append && stat(options->output, &facts) == 0 &&
	            S_ISREG(facts.st_mode) && facts.st_size > (off_t)header.length;
	text_release(&header);
	return adds ? options->output : NULL;
}

static uint64_t pages_here(enum page_mode pages)
{
	return pages == PAGES_SMALL || platform_huge_page_bytes() == 0 ? platform_page_bytes()
	                                                               : platform_huge_page_bytes();
}

static void take_pages(struct session *session)
{
	char theirs[SIZE_TEXT_BYTES], here[SIZE_TEXT_BYTES];
	uint64_t wanted = session->like.page_bytes;

	if (is_given(session, GIVEN_PAGES))
		return;
	session->asked.pages = wanted <= platform_page_bytes() ? PAGES_SMALL
	                     : session->like.takes_pool        ? PAGES_HUGE : PAGES_AUTO;
	uint64_t had = pages_here((enum page_mode)session->asked.pages);
	if (had == wanted)
		return;
	session->lacks_like = true;
	warnings_add(&session->notes, "other-pages",
	             "%s has pages of %s, which this system does not have; these are "
	             "of %s, and a comparison needs --vary page_bytes.", session->like.path,
	             size_format(wanted, theirs), size_format(had, here));
}

/* The CPUs it was measured on, where this is such a machine and they may be used. */
static void take_cpus(struct session *session)
{
	struct cpu_set allowed = { 0 }, theirs = { 0 };
	char model[PLATFORM_TEXT_BYTES];

	platform_cpu_model(model);
	for (const char *at = session->like.cpus; *at; at++)
		text_put_bytes(&session->like_cpus, *at == ';' ? "," : at, 1);
	platform_allowed_cpus(&allowed);
	bool fits = text_equal(model, session->like.cpu) && allowed.count > 0 &&
	            cpu_set_parse(text_string(&session->like_cpus), &theirs) == 0 &&
	            theirs.count == session->asked.threads;
	for (size_t i = 0; fits && i < theirs.count; i++)
		fits = cpu_set_has(&allowed, theirs.cpus[i]) ||
		       platform_can_pin(theirs.cpus[i]);
	cpu_set_release(&allowed);
	cpu_set_release(&theirs);
	if (fits)
		session->asked.cpu = text_string(&session->like_cpus);
	if (fits || !text_equal(model, session->like.cpu) || session->like_cpus.length == 0)
		return;
	session->lacks_like = true;
	warnings_add(&session->notes, "other-cpus",
	             "%s was measured on CPU %s, which cannot be had here; others "
	             "take its place.", session->like.path, text_string(&session->like_cpus));
}

static int take_threads(struct session *session, struct error *err)
{
	struct cpu_set allowed = { 0 };

	if (is_given(session, GIVEN_CPU)) {
		if (!is_given(session, GIVEN_THREADS) &&
		    cpu_set_parse(session->asked.cpu, &allowed) == 0)
			session->asked.threads = allowed.count;
		cpu_set_release(&allowed);
		return 0;
	}
	platform_allowed_cpus(&allowed);
	size_t here = allowed.count;
	cpu_set_release(&allowed);
	if (!is_given(session, GIVEN_THREADS)) {
		session->asked.threads = session->like.threads;
		if (here > 0 && session->asked.threads > here)
			return error_set(err, "%s has %" PRIu64 " threads, and this process may run "
			                 "on %zu CPUs; give --threads %zu, and measure both with "
			                 "as many", session->like.path, session->like.threads, here,
			                 here);
	}
	take_cpus(session);
	return 0;
}

static void take_ops(struct session *session)
{
	session->takes_kernels = !is_given(session, GIVEN_OP | GIVEN_KERNEL);
	if (is_given(session, GIVEN_OP))
		return;
	like_ops(&session->like, &session->like_ops);
	session->asked.op = text_string(&session->like_ops);
}

static void put_unlike(struct text *text, const char *option, const char *theirs)
{
	text_printf(text, "%s--%s (there %s)", text->length ? ", " : "", option, theirs);
}

static void compare_sizes(const struct session *session, struct text *text)
{
	const struct size_list *ours = &session->asked.sizes;
	struct size_list theirs = { 0 };
	char low[SIZE_TEXT_BYTES], high[SIZE_TEXT_BYTES], range[2 * SIZE_TEXT_BYTES];

	like_sizes(&session->like, &theirs);
	bool same = ours->count == theirs.count &&
	            memcmp(ours->bytes, theirs.bytes, ours->count * sizeof *ours->bytes) == 0;
	(void)snprintf(range, sizeof range, "%s-%s", size_format(theirs.bytes[0], low),
	               size_format(theirs.bytes[theirs.count - 1], high));
	if (is_given(session, GIVEN_SIZES) && !same)
		put_unlike(text, "sizes", range);
	size_list_release(&theirs);
}

static void compare_kernels(const struct session *session, struct text *text)
{
	struct text kernels = { 0 };

	like_kernels(&session->like, &kernels);
	if (is_given(session, GIVEN_OP))
		put_unlike(text, "op", op_names[session->like.cells[0].op]);
	if (is_given(session, GIVEN_KERNEL) &&
	    !text_equal(session->asked.kernel, text_string(&kernels)))
		put_unlike(text, "kernel", text_string(&kernels));
	text_release(&kernels);
}

/* What options say that the file does not: the session is then less like it. */
static void note_unlike(struct session *session)
{
	const struct session_options *asked = &session->asked;
	const struct like *like = &session->like;
	const struct { unsigned option; const char *name; uint64_t ours, theirs; } counts[] = {
		{ GIVEN_RUNS, "runs", asked->runs, like->runs },
		{ GIVEN_THREADS, "threads", asked->threads, like->threads },
		{ GIVEN_VOLUME, "volume", asked->volume, like->volume_bytes },
		{ GIVEN_PAGES, "pages", pages_here((enum page_mode)asked->pages),
		  like->page_bytes },
	};
	struct text text = { 0 };
	char theirs[32];

	compare_sizes(session, &text);
	compare_kernels(session, &text);
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		(void)snprintf(theirs, sizeof theirs, "%" PRIu64, counts[i].theirs);
		if (is_given(session, counts[i].option) && counts[i].ours != counts[i].theirs)
			put_unlike(&text, counts[i].name, theirs);
	}
	if (text.length > 0)
		warnings_add(&session->notes, "other-options",
		             "Options that differ from %s: %s.", like->path,
		             text_string(&text));
	if (like->others > 0)
		warnings_add(&session->notes, "other-rows",
		             "%s also has rows of other threads or pages (%zu); "
		             "this session is like its last one.", like->path, like->others);
	text_release(&text);
}

/* Rows can be added to a file that cannot be read, as long as its header is right. */
static int nothing_taken(struct session *session, const struct error *why)
{
	warnings_add(&session->notes, "not-like",
	             "Nothing is taken from the file that is added to: %s.",
	             why->text);
	like_release(&session->like);
	return 0;
}

int session_take_like(struct session *session, struct error *err)
{
	const char *path = source_of(&session->asked);

	if (path == NULL)
		return 0;
	if (like_read(path, &session->like, err) != 0)
		return session->asked.like != NULL ? -1 : nothing_taken(session, err);
	/* Of a file that is added to, the writer says it. */
	if (session->asked.like != NULL)
		warnings_add_lines(&session->notes, "torn", text_string(&session->like.notes));
	/* --over has as many of its own as are to be compared. */
	if (!is_given(session, GIVEN_RUNS) && session->asked.over == 0)
		session->asked.runs = session->like.runs;
	if (!is_given(session, GIVEN_VOLUME))
		session->asked.volume = session->like.volume_bytes;
	take_ops(session);
	take_pages(session);
	if (take_threads(session, err) != 0)
		return -1;
	session->takes_sizes = !is_given(session, GIVEN_SIZES);
	session->takes_levels = !is_given(session, GIVEN_LEVELS | GIVEN_LEVELS_BY) &&
	                        session->asked.threads == session->like.threads;
	note_unlike(session);
	if (session->takes_levels)
		warnings_add(&session->notes, "levels", "Levels are those of %s%s.", path,
		             session_knows_levels(session) ? "; the caches were not measured" : "");
	return 0;
}

/* The kernels of the file, each of which must run here. */
int session_like_kernels(struct session *session, struct error *err)
{
	const struct like *like = &session->like;
	struct error why = { 0 };

	for (size_t i = 0; i < like->count; i++) {
		const struct like_cell *cell = &like->cells[i];
		if (session_add_kernel(session, cell->op, cell->kernel, &why) != 0)
			return error_set(err, "%s was measured with kernel %s (%s), which cannot be "
			                 "had here: %s. Measure both with one that can, such as "
			                 "--kernel %s", like->path, cell->kernel,
			                 op_names[cell->op], why.text,
			                 kernels_auto(cell->op, session->features)->name);
	}
	return 0;
}

/* Blocks beyond L2 are warmed by what is believed of the last cache: it is measured then. */
bool session_knows_levels(const struct session *session)
{
	bool knows = session->takes_levels && session->takes_sizes && !is_given(session, GIVEN_OP);

	for (size_t i = 0; knows && i < session->like.count; i++)
		knows = cell_level(session->like.cells[i].level) <= CELL_L2;
	return knows;
}
