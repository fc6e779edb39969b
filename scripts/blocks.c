/* SPDX-License-Identifier: MIT */
/*
 * False alarms and power of sessions that follow one another, all of one side first, where
 * a session has an effect of its own: simulated (tests/sessions.h). Development only.
 *     blocks TRIALS      with 1 to 5 sessions of 10 runs a side; run sd 1 %
 *     make build/release/tools/blocks && build/release/tools/blocks 2000
 */
#include <stdio.h>
#include <stdlib.h>

#include "../tests/sessions.h"
#include "measure/spacing.h"

static const double session_sds[] = { 0, .01, .02, .04 };
static const size_t session_counts[] = { 1, 2, 3, 5 };
static const double gains[] = { 0, .06 };

struct tally {
	size_t dram, any, held;
	enum compare_unit unit;
};

static void trial(const struct session_plan *plan, struct random *random, struct tally *tally)
{
	const struct compare_options options = {
		.margin = 0.01, .alpha = 0.05, .power = 0.8, .gate = (double)NAN,
		.clean = CLEAN_SHARE,
	};
	struct compare_file files[2] = { { .path = "a.csv" }, { .path = "b.csv" } };
	struct comparison comparison;
	struct error err = { 0 };
	bool any = false;

	sessions_simulate(plan, random, files);
	if (compare_files(files, 2, &options, &comparison, &err) != 0)
		return;
	const struct compare_pair *pair = &comparison.pairs[0];
	tally->unit = pair->unit;
	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		bool moved = finding->verdict == LEVEL_FASTER || finding->verdict == LEVEL_SLOWER ||
		             finding->control == CONTROL_MOVED;
		any = any || moved;
		tally->dram += moved && finding->control == CONTROL_NONE;
		tally->held += finding->control == CONTROL_HOLDS;
	}
	tally->any += any;
	comparison_release(&comparison);
	cells_release(&files[0].cells);
	cells_release(&files[1].cells);
}

int main(int argc, char **argv)
{
	size_t trials = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	struct random random = { 11 };

	if (trials == 0) {
		(void)fprintf(stderr, "usage: blocks TRIALS\n");
		return 2;
	}
	printf("sessions,session_sd,gain,unit,dram_called,any_called,controls_hold\n");
	for (size_t i = 0; i < 2 * 4 * 4; i++) {
		struct session_plan plan = {
			.sessions = session_counts[i % 4], .runs = 10, .run_sd = 0.01,
			.session_sd = session_sds[i / 4 % 4], .gain = gains[i / 16], .gap_s = 0.3,
			.pause_s = 30,
		};
		struct tally tally = { 0 };
		for (size_t t = 0; t < trials; t++)
			trial(&plan, &random, &tally);
		printf("%zu,%g,%g,%s,%.1f,%.1f,%.1f\n", plan.sessions, plan.session_sd, plan.gain,
		       compare_unit_names[tally.unit], 100 * (double)tally.dram / (double)trials,
		       100 * (double)tally.any / (double)trials,
		       100 * (double)tally.held / (double)(3 * trials));
		(void)fflush(stdout);
	}
	return 0;
}
