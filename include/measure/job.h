/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_JOB_H
#define MEMBENCH_MEASURE_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "measure/plan.h"
#include "measure/timing.h"
#include "platform/platform.h"

/* What the process of a run is to do. */
struct run_job {
	struct plan plan;
	struct cpu_set cpus; /* one thread on each; empty: one thread, not pinned */
	enum page_mode pages;
	enum visit_order order;
	struct pace pace;
	uint64_t seed, run;
	bool verify, raw;
};

/*
 * How a session, which is the same program, hands it over: as it lies in memory, the CPUs
 * behind it, and the plan as text (plan_format()), which may be too long for an argument.
 */
void job_format(const struct run_job *job, struct text *text);
/* From its standard input. Release in any case; fails where it is not one, or cut. */
int job_read(int descriptor, struct run_job *job, struct error *err);
void job_release(struct run_job *job);

#endif
