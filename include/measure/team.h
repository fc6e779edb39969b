/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_TEAM_H
#define MEMBENCH_MEASURE_TEAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "platform/platform.h"

/*
 * Threads that do the same job at once, each pinned to a CPU of its own. Thread 0 is the
 * caller. Between jobs the others sleep; inside a job they meet at a
 * barrier that spins, and after a while lets others run.
 */
struct team;

/* A job, called on every thread with its index, 0 .. count - 1. */
typedef void team_job(void *context, size_t index);

/* One thread for each of the first `count` CPUs of the set (unpinned where it is empty). */
struct team *team_new(size_t count, const struct cpu_set *cpus, struct error *err);
void team_free(struct team *team);

void team_run(struct team *team, team_job *job, void *context);
/* Inside a job: wait until all threads are here. Nothing at all for a team of one. */
void team_meet(struct team *team);

size_t team_count(const struct team *team);
/* Every thread was pinned, and found on its CPU after each job since. */
bool team_pinned(const struct team *team);

#endif
