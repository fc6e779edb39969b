/* SPDX-License-Identifier: MIT */
/* measure: threads that start together. Knows nothing of what they do. */
#include "measure/team.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Tens of microseconds, about a sample. Whoever is waited for longer may be waiting for
 * this very CPU: a cpuset can shrink under a running team. */
#define SPINS 20000

struct member {
	struct team *team;
	size_t index;
	pthread_t thread;
	bool started, pinned;
	unsigned cpu;
	bool has_cpu;
};

struct team {
	struct member *members;
	size_t count;
	pthread_mutex_t lock;
	pthread_cond_t change;
	team_job *job; /* NULL ends the thread */
	void *context;
	unsigned long turn; /* counts jobs, so that each is done once */
	size_t busy;
	/* The spinning barrier: `arrived` counts, `phase` moves when all are there. */
	atomic_uint arrived, phase;
};

static void member_pin(struct member *member)
{
	member->pinned = member->has_cpu && platform_pin(member->cpu);
}

/* A cpuset that changes, or another program, moves threads without asking them. */
static void member_check(struct member *member)
{
	if (member->pinned && platform_current_cpu() != (int)member->cpu)
		member->pinned = false;
}

static void member_done(struct team *team)
{
	pthread_mutex_lock(&team->lock);
	if (--team->busy == 0)
		pthread_cond_broadcast(&team->change);
	pthread_mutex_unlock(&team->lock);
}

static void *member_main(void *argument)
{
	struct member *member = argument;
	struct team *team = member->team;
	unsigned long seen = 0;

	member_pin(member);
	for (;;) {
		pthread_mutex_lock(&team->lock);
		while (team->turn == seen)
			pthread_cond_wait(&team->change, &team->lock);
		seen = team->turn;
		team_job *job = team->job;
		pthread_mutex_unlock(&team->lock);
		if (job != NULL)
			job(team->context, member->index);
		member_check(member);
		member_done(team);
		if (job == NULL)
			return NULL;
	}
}

static void team_start(struct team *team, team_job *job, void *context)
{
	pthread_mutex_lock(&team->lock);
	team->job = job;
	team->context = context;
	team->busy = 0;
	for (size_t i = 1; i < team->count; i++)
		team->busy += team->members[i].started;
	team->turn++;
	pthread_cond_broadcast(&team->change);
	pthread_mutex_unlock(&team->lock);
}

static void team_wait(struct team *team)
{
	pthread_mutex_lock(&team->lock);
	while (team->busy > 0)
		pthread_cond_wait(&team->change, &team->lock);
	pthread_mutex_unlock(&team->lock);
}

void team_run(struct team *team, team_job *job, void *context)
{
	team_start(team, job, context);
	job(context, 0);
	member_check(&team->members[0]);
	team_wait(team);
}

/* Every thread has been through its pinning once it has done a job. */
static void job_nothing(void *context, size_t index)
{
	(void)context, (void)index;
}

struct team *team_new(size_t count, const struct cpu_set *cpus, struct error *err)
{
	struct team *team = memory_zeroed(1, sizeof *team);
	int failed = 0;

	team->members = memory_zeroed(count, sizeof *team->members);
	team->count = count;
	pthread_mutex_init(&team->lock, NULL);
	pthread_cond_init(&team->change, NULL);
	atomic_init(&team->arrived, 0);
	atomic_init(&team->phase, 0);
	for (size_t i = 0; i < count && !failed; i++) {
		struct member *member = &team->members[i];
		*member = (struct member){ .team = team, .index = i };
		member->has_cpu = i < cpus->count;
		member->cpu = member->has_cpu ? cpus->cpus[i] : 0;
		if (i == 0)
			member_pin(member);
		else
			failed = pthread_create(&member->thread, NULL, member_main, member);
		member->started = !failed;
	}
	if (!failed) {
		team_run(team, job_nothing, NULL);
		return team;
	}
	(void)error_fail(err, "--threads: a thread cannot be started: %s; give fewer",
	                 strerror(failed));
	team_free(team);
	return NULL;
}

void team_free(struct team *team)
{
	if (team == NULL)
		return;
	team_start(team, NULL, NULL);
	team_wait(team);
	for (size_t i = 1; i < team->count; i++) {
		if (team->members[i].started)
			pthread_join(team->members[i].thread, NULL);
	}
	pthread_mutex_destroy(&team->lock);
	pthread_cond_destroy(&team->change);
	free(team->members);
	free(team);
}

void team_meet(struct team *team)
{
	unsigned phase = atomic_load_explicit(&team->phase, memory_order_acquire);

	if (team->count == 1)
		return;
	if (atomic_fetch_add_explicit(&team->arrived, 1, memory_order_acq_rel) + 1 ==
	    team->count) {
		atomic_store_explicit(&team->arrived, 0, memory_order_relaxed);
		atomic_store_explicit(&team->phase, phase + 1, memory_order_release);
		return;
	}
	for (unsigned spins = 0;
	     atomic_load_explicit(&team->phase, memory_order_acquire) == phase;) {
		if (spins < SPINS)
			spins++;
		else
			(void)sched_yield();
	}
}

size_t team_count(const struct team *team)
{
	return team->count;
}

bool team_pinned(const struct team *team)
{
	for (size_t i = 0; i < team->count; i++) {
		if (!team->members[i].pinned)
			return false;
	}
	return true;
}
