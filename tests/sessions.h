/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_SESSIONS_H
#define MEMBENCH_TESTS_SESSIONS_H

/*
 * Simulated sessions, one after the other: every run of a session and level shares its
 * effect, as runs share the state of a machine. One size a level; nothing was measured.
 */
#include "compare/compare.h"
#include "simulated.h"

struct session_plan {
	size_t sessions, runs;     /* of a side; of a session */
	double session_sd, run_sd; /* of ln rate, in every level */
	double gain;               /* of DRAM on the second side */
	double gap_s, pause_s;     /* from run to run; from session to session */
};

static const struct simulated_size session_sizes[] = {
	{ 8192, "L1", false, 215000 },    { 131072, "L2", false, 104000 },
	{ 4194304, "L3", false, 52000 },  { 134217728, "DRAM", false, 20000 },
};
#define SESSION_LEVELS 4

/* One session from `time_s` on; returns when the next one begins. */
static inline double session_add(const struct session_plan *plan, const char *label,
                                 double time_s, struct random *random, struct cells *cells)
{
	double effects[SESSION_LEVELS];
	char name[40];

	(void)snprintf(name, sizeof name, "at %.0f", time_s);
	struct context context = simulated_context(label, "boot");
	context.session = name;
	for (size_t i = 0; i < SESSION_LEVELS; i++)
		effects[i] = plan->session_sd * simulated_normal(random);
	for (size_t run = 0; run < plan->runs; run++) {
		double gain = strcmp(label, "B") == 0 ? log1p(plan->gain) : 0;
		for (size_t i = 0; i < SESSION_LEVELS; i++) {
			double noise = effects[i] + plan->run_sd * simulated_normal(random) +
			               (i + 1 == SESSION_LEVELS ? gain : 0);
			struct cell cell = simulated_cell(&session_sizes[i],
			                                  session_sizes[i].mb_per_s * exp(noise));
			cell.context = cells_context(cells, &context);
			cell.run = run + 1;
			cell.started_us = (int64_t)(1e6 * (time_s + plan->gap_s * (double)run));
			cells_add(cells, &cell);
		}
	}
	return time_s + plan->gap_s * (double)(plan->runs - 1) + plan->pause_s;
}

/* All sessions of A, then all of B. */
static inline void sessions_simulate(const struct session_plan *plan, struct random *random,
                                     struct compare_file files[2])
{
	double time_s = 1e9;

	for (size_t side = 0; side < 2; side++) {
		for (size_t i = 0; i < plan->sessions; i++)
			time_s = session_add(plan, side == 0 ? "A" : "B", time_s, random,
			                     &files[side].cells);
	}
}

#endif
