/* SPDX-License-Identifier: MIT */
/* session: how many runs the sessions of an earlier file were asked for. Asks no machine. */
#include "session/like.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/time.h"
#include "measure/spacing.h"

#define BESIDE_NS 1e9 /* a run takes so much, and its samples and memory (1 ns a byte) twice */

/* One session, as far as its rows tell. */
struct earlier {
	const char *name;
	uint64_t run, most;        /* the latest, the last */
	struct issue_log log;
	int64_t first_us, last_us; /* when runs began */
	double busy_ns;            /* of all samples */
	double most_bytes;         /* touched by a row */
};

struct sessions {
	struct earlier *items;
	size_t count, capacity;
};

static struct earlier *session_of(struct sessions *sessions, const char *name)
{
	for (size_t i = sessions->count; i-- > 0;) {
		if (text_equal(sessions->items[i].name, name))
			return &sessions->items[i];
	}
	memory_grow(&sessions->items, &sessions->capacity, sessions->count,
	            sizeof *sessions->items);
	sessions->items[sessions->count] = (struct earlier){ .name = name };
	return &sessions->items[sessions->count++];
}

static void row_add(struct earlier *session, const struct cell *row)
{
	if (row->run != session->run)
		issue_log_run(&session->log);
	if (session->first_us == TIME_UNKNOWN)
		session->first_us = row->started_us;
	session->run = row->run;
	session->most = row->run > session->most ? row->run : session->most;
	session->last_us = row->started_us;
	issue_log_row(&session->log, row->clock_ghz * row->core_ipc);
	session->busy_ns += (double)row->samples * row->ns_mean;
	session->most_bytes = fmax(session->most_bytes, (double)row->footprint_bytes *
	                                                (double)row->context->threads);
}

/* Whether its runs began further apart than they took. */
static bool is_spread(const struct earlier *session)
{
	double runs = (double)session->log.count;
	double apart_ns = 1e3 * (double)(session->last_us - session->first_us) / (runs - 1);

	return runs > 1 &&
	       apart_ns > 2 * (session->busy_ns / runs + session->most_bytes) + BESIDE_NS;
}

/*
 * Repeats of a session that was spread end when as many runs are clean as were wanted, or
 * when it has twice as many (spacing_wants()). Other sessions repeat nothing.
 */
static uint64_t runs_wanted(const struct earlier *session)
{
	uint64_t clean = issue_log_clean(&session->log), half = (session->most + 1) / 2;

	if (!is_spread(session))
		return session->most;
	return clean > half ? clean : half;
}

uint64_t like_runs(const struct like *like)
{
	struct sessions sessions = { 0 };
	uint64_t most = 0;

	for (size_t i = 0; i < like->rows.count; i++) {
		const struct cell *row = &like->rows.items[i];
		if (like_is_alike(like, row))
			row_add(session_of(&sessions, row->context->session), row);
	}
	for (size_t i = 0; i < sessions.count; i++) {
		uint64_t runs = runs_wanted(&sessions.items[i]);
		most = runs > most ? runs : most;
		issue_log_release(&sessions.items[i].log);
	}
	free(sessions.items);
	return most;
}
