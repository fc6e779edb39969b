/* SPDX-License-Identifier: MIT */
/* session: from options to what is measured on this machine. Measures no bandwidth. */
#include "session/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/time.h"
#include "caches/attribute.h"
#include "platform/clock.h"
#include "platform/features.h"
#include "session/command.h"
#include "session/cpus.h"
#include "session/defaults.h"
#include "session/kernels.h"
#include "session/levels.h"
#include "session/sizes.h"
#include "session/take.h"

#define MEASURED_TIMES 2 /* levels, sizes and kernels depend on the last cache */

static int cpus_given(struct session *session, const struct cpu_set *allowed,
                      struct error *err)
{
	const char *list = session->options->cpu;

	if (cpu_set_parse(list, &session->cpus) != 0 || session->cpus.count == 0)
		return error_set(err, "--cpu: '%s' is not a list of CPUs; lists look like 3 or "
		                 "0-3,8", list);
	for (size_t i = 0; i < session->cpus.count; i++) {
		unsigned cpu = session->cpus.cpus[i];
		if (allowed->count > 0 && !cpu_set_has(allowed, cpu) && !platform_can_pin(cpu))
			return error_set(err, "--cpu: the system refuses CPU %u: it is not there, "
			                 "offline or outside of this cpuset; `membench info` lists "
			                 "those to be had", cpu);
	}
	if (session->threads == 0)
		session->threads = session->cpus.count;
	if (session->threads != session->cpus.count)
		return error_set(err, "--threads %" PRIu64 " with --cpu %s: give as many CPUs as "
		                 "threads", session->threads, list);
	return 0;
}

/* A look at who is busy takes a moment, which is spared where nothing depends on it. */
static void choose_cpus(struct session *session, const struct cpu_set *allowed)
{
	if (session->threads < allowed->count && !session->options->dry_run)
		platform_busy_cpus(&session->busy_cpus);
	session_choose_cpus(session, allowed);
}

static int setup_cpus(struct session *session, struct error *err)
{
	struct cpu_set allowed = { 0 };
	int result = 0;

	platform_allowed_cpus(&allowed);
	session->cpu_count = allowed.count;
	session->threads = session->options->threads;
	if (session->options->cpu != NULL) {
		result = cpus_given(session, &allowed, err);
	} else {
		session->threads = session->threads ? session->threads : 1;
		if (allowed.count > 0 && session->threads > allowed.count)
			result = error_set(err, "--threads %" PRIu64 ": this process may run on "
			                   "%zu CPUs, and each thread needs its own",
			                   session->threads, allowed.count);
		else
			choose_cpus(session, &allowed);
	}
	if (result == 0 && !session->options->dry_run)
		session_claim_cpus(session, session->options->cpu == NULL ? &allowed : NULL);
	session_note_passed(session);
	session->throttled = platform_throttled();
	cpu_set_release(&allowed);
	return result;
}

static int setup_hierarchy(struct session *session, struct error *err)
{
	const struct session_options *options = session->options;
	struct error trouble = { 0 };
	unsigned cpu = session->cpus.count ? session->cpus.cpus[0] : 0;

	if (options->levels != NULL) {
		hierarchy_read(&session->hierarchy, cpu);
		return hierarchy_give(&session->hierarchy, options->levels, err);
	}
	if (session_knows_levels(session)) {
		hierarchy_read(&session->hierarchy, cpu);
		return 0;
	}
	if (hierarchy_measure(&session->hierarchy, cpu, MEASURED_TIMES, &trouble) != 0)
		warnings_add(&session->notes, "unmeasured-caches",
		             "The caches could not be measured (%s); their sizes are "
		             "those reported.", trouble.text);
	else if (hierarchy_is_disturbed(&session->hierarchy))
		warnings_add(&session->notes, "disturbed-caches",
		             "Other work disturbed the measurement of the caches: they "
		             "may be larger than shown. Stop it, or give --levels.");
	return 0;
}

/* How long it may take where the time was left to us: neither what is measured nor how long
 * was asked for. 0: any. */
static uint64_t time_allowed(const struct session *session)
{
	const unsigned asked = GIVEN_RUNS | GIVEN_OVER | GIVEN_BUDGET | GIVEN_VOLUME;

	if (session->options->most_ns > 0)
		return session->options->most_ns;
	return session->swept_bytes > 0 && session->kernels.count == 1 &&
	       (session->options->given & asked) == 0 ? DEFAULT_TIME_NS : 0;
}

static void draw_id(struct session *session)
{
	char now[TIME_TEXT_BYTES];

	/* Sessions of one second in two containers may have one process id. */
	(void)snprintf(session->id, sizeof session->id, "%s-%016" PRIx64,
	               time_format(time_now(), false, now), random_draw());
}

int session_init(struct session *session, const struct session_options *options,
                 struct error *err)
{
	*session = (struct session){ .asked = *options, .features = features_detect() };
	struct clock clock = clock_monotonic();
	session->options = &session->asked;
	draw_id(session);
	session->begun_ns = clock.now_ns(clock.context);
	session->seed = options->seed;
	if (session->seed == 0)
		session->seed = (random_draw() >> 32) + 1; /* short enough to type again */
	if (options->command != NULL)
		return command_init(session, err);
	if (platform_program(&session->program) != 0)
		return error_fail(err, "where the program is cannot be told, or another file lies "
		                  "there by now, so it cannot start its runs");
	if (session_take_like(session, err) != 0 || session_name_kernels(session, err) != 0 ||
	    setup_cpus(session, err) != 0 || setup_hierarchy(session, err) != 0 ||
	    session_choose_sizes(session, err) != 0)
		return -1;
	session->most_ns = time_allowed(session);
	session_note_levels(session);
	return 0;
}

int session_again(struct session *session, uint64_t threads, struct error *err)
{
	cpu_set_release(&session->cpus);
	cpu_set_release(&session->passed_cpus);
	plan_release(&session->plan);
	session->kernels.count = 0;
	session->asked.threads = threads;
	session->asked.cpu = NULL;
	if (session_name_kernels(session, err) != 0 || setup_cpus(session, err) != 0)
		return -1;
	return session_choose_sizes(session, err);
}

struct session_defaults session_defaults_of(const struct session *session)
{
	return (struct session_defaults){
		.swept_bytes = session->swept_bytes,
		.kernels = text_equal(session->options->kernel, "auto"),
		.cpus = session->threads == 1 && session->cpu_count > 1 ? session->cpu_count : 0,
	};
}

double session_run_seconds(const struct session *session)
{
	if (session->options->command != NULL)
		return 0; /* who knows */
	return (double)session->plan.count * (double)session->options->budget * 1e-9;
}

void session_release(struct session *session)
{
	cpu_set_release(&session->cpus);
	cpu_set_release(&session->busy_cpus);
	cpu_set_release(&session->passed_cpus);
	cpu_set_release(&session->claimed_cpus);
	hierarchy_release(&session->hierarchy);
	free(session->kernels.items);
	free(session->trials);
	plan_release(&session->plan);
	like_release(&session->like);
	text_release(&session->like_ops);
	text_release(&session->like_cpus);
	warnings_release(&session->skipped);
	warnings_release(&session->notes);
	warnings_release(&session->warnings);
	text_release(&session->command_name);
	size_list_release(&session->command_sizes);
}
