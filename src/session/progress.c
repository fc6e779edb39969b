/* SPDX-License-Identifier: MIT */
/* session: the waits between runs, and the line that says how far it is. Measures nothing. */
#include "session/progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "session/defaults.h"
#include "measure/interrupt.h"

#define NAP_NS  UINT64_C(200000000) /* an interrupt is heeded after so long at most */
#define SHORT_S 2 /* a session of less than that needs no line */

uint64_t session_progress_ns(const struct session_progress *progress)
{
	return progress->clock.now_ns(progress->clock.context) - progress->begun_ns;
}

/* A dumb terminal shows the line that it is to overwrite. */
static bool shows_lines(void)
{
	const char *terminal = getenv("TERM");

	return isatty(STDERR_FILENO) && (terminal == NULL || !text_equal(terminal, "dumb"));
}

void session_progress_init(struct session_progress *progress, const struct session *session)
{
	const struct session_options *options = session->options;

	*progress = (struct session_progress){
		.clock = clock_monotonic(),
		.spacing = { options->runs, options->over, session->seed },
		.is_shown = options->shows_progress && shows_lines(),
		.expected_s = session_run_seconds(session) * (double)options->runs,
	};
	progress->begun_ns = progress->clock.now_ns(progress->clock.context);
}

/* What the whole session takes: as planned, or as the runs so far say. */
static double whole_s(const struct session_progress *progress, double gone)
{
	const struct spacing *spacing = &progress->spacing;
	double share = (double)spacing->runs / (double)(progress->run > 1 ? progress->run - 1 : 1);

	if (spacing->over_ns > 0)
		return (double)spacing->over_ns * (progress->run > spacing->runs ? 2 : 1) * 1e-9;
	/* What is over tells better than the plan how long the rest takes. */
	return progress->run > 1 ? fmax(gone * share * 0.9, gone) : progress->expected_s;
}

static void show(const struct session_progress *progress, double due_s)
{
	const struct spacing *spacing = &progress->spacing;
	double gone = (double)session_progress_ns(progress) * 1e-9, whole = whole_s(progress, gone);
	bool repeats = progress->run > spacing->runs;

	if (!progress->is_shown || (progress->run == 1 && whole < SHORT_S))
		return;
	(void)fprintf(stderr, "\rrun %" PRIu64 " of %" PRIu64, progress->run,
	              spacing->runs * (repeats ? 2 : 1));
	if (repeats)
		(void)fprintf(stderr, " at most, %" PRIu64 " are clean", progress->clean);
	if (due_s > 0)
		(void)fprintf(stderr, " in %.0f s", ceil(due_s));
	(void)fprintf(stderr, ", %.0f s left \033[K", fmax(whole - gone, 0));
	(void)fflush(stderr);
}

void session_progress_show(const struct session_progress *progress)
{
	show(progress, 0);
}

void session_progress_clear(const struct session_progress *progress)
{
	if (progress->is_shown)
		(void)fputs("\r\033[K", stderr);
}

void session_progress_wait(struct session_progress *progress, uint64_t run)
{
	uint64_t start = spacing_start_ns(&progress->spacing, run, progress->run_ns);
	uint64_t now = session_progress_ns(progress);

	progress->run = run;
	for (; now < start && !*interrupt_flag(); now = session_progress_ns(progress)) {
		uint64_t rest = start - now, nap = rest < NAP_NS ? rest : NAP_NS;
		show(progress, (double)rest * 1e-9);
		(void)nanosleep(&(struct timespec){ .tv_nsec = (long)nap }, NULL);
	}
	progress->run_ns = now;
}

bool session_progress_wants(struct session_progress *progress, uint64_t clean)
{
	uint64_t now = session_progress_ns(progress);
	uint64_t took = progress->run > 0 ? now - progress->run_ns : 0;

	progress->busy_ns += took;
	/* The first run may touch memory that is new to a guest, which takes longer: it counts
	 * only as long as there is no other. */
	if (progress->run <= 2 || took > progress->longest_ns)
		progress->longest_ns = took;
	progress->clean = clean;
	return spacing_wants(&progress->spacing, progress->run, clean, now);
}

bool session_progress_has_time(const struct session_progress *progress,
                               const struct session *session)
{
	uint64_t now = progress->clock.now_ns(progress->clock.context);

	return session->most_ns == 0 || progress->run == 0 ||
	       time_allows(session->most_ns, now - session->begun_ns, progress->longest_ns);
}

void session_progress_note(const struct session_progress *progress,
                           const struct session_result *result,
                           struct warnings *notes)
{
	const struct spacing *spacing = &progress->spacing;
	double gap = (double)spacing_gap_ns(spacing) * 1e-9;
	double took = (double)progress->busy_ns * 1e-9 / (double)result->runs_done;

	if (spacing->over_ns == 0 || result->runs_done == 0 || *interrupt_flag())
		return;
	if (took > gap)
		warnings_add(notes, "crowded",
		             "A run takes %.2g s, and --over leaves %.2g s for each: they "
		             "followed one another. --over %.0fs or more would spread them.", took,
		             gap, ceil(2 * took * (double)spacing->runs));
	if (result->runs_clean < spacing->runs)
		warnings_add(notes, "unclean",
		             "Clean runs: %" PRIu64 " of %" PRIu64 ", and %" PRIu64 " were "
		             "wanted: in the others the core issued less than %.0f %% of its best. "
		             "Stop other work, choose another --cpu, or measure at another time.",
		             result->runs_clean, result->runs_done, spacing->runs, CLEAN_SHARE * 100);
}
