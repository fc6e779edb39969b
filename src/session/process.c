/* SPDX-License-Identifier: MIT */
/* session: the process of one run: what it is told, and how long it may be silent. */
#include "session/process.h"

#include "caches/attribute.h"

#define SAMPLE_NS 10000
#define SLICE_NS  4000000
#define CHASE_NS  1000000

/* A chase is over before a tenth of the lines are gone that neighbours take: in a millisecond
 * at most, or a tenth of the time in which they take half. */
static uint64_t chase_ns(double half_ns)
{
	return half_ns < 10e6 ? (uint64_t)(half_ns / 10) + 1 : CHASE_NS;
}

/* What lies between the last two caches, and some more of it, is to be warmed. */
static void warmth(const struct session *session, struct pace *pace)
{
	const struct workload threads = { .threads = (size_t)session->threads,
		                          .cpus = &session->cpus };
	struct last_caches caches;

	if (!attribute_last(&session->hierarchy, &threads, &caches) || caches.inner_bytes == 0 ||
	    caches.last_bytes == 0)
		return;
	pace->warm_above_bytes = caches.inner_bytes;
	pace->warm_up_to_bytes = caches.last_bytes + caches.last_bytes / 2;
	if (session->hierarchy.life.half_ns > 0)
		pace->chase_ns = chase_ns(session->hierarchy.life.half_ns);
}

struct run_job session_job(const struct session *session, uint64_t run)
{
	const struct session_options *asked = session->options;
	struct run_job job = {
		.plan = session->plan, .cpus = session->cpus,
		.pages = (enum page_mode)asked->pages, .order = (enum visit_order)asked->order,
		.pace = { .sample_ns = SAMPLE_NS, .slice_ns = SLICE_NS,
			  .budget_ns = asked->budget, .volume_bytes = asked->volume, .chase_ns = CHASE_NS },
		.seed = session->seed, .run = run,
		.verify = asked->verify, .raw = asked->raw != NULL,
	};

	warmth(session, &job.pace);
	return job;
}

int session_aside(const struct session *session, const struct plan *plan,
                  const struct aside *aside, const struct run_listener *listener,
                  struct error *err)
{
	struct run_job job = session_job(session, aside->run);

	job.plan = *plan;
	job.pace.budget_ns = aside->budget_ns;
	job.pace.slice_ns = aside->slice_ns;
	job.pace.volume_bytes = 0;
	job.order = ORDER_SHUFFLED;
	job.seed = aside->seed;
	job.raw = aside->raw;
	job.verify = false;
	return run_process(&session->program, &job, listener, err);
}

/*
 * 20 times what the plan should take, and ten seconds: a machine may be busy or emulated. A
 * volume and the touching of memory count as a gigabyte a second, what slow machines do.
 */
uint64_t session_patience_ms(const struct session *session)
{
	const struct session_options *options = session->options;
	double cells = (double)session->plan.count;
	double bytes = (double)session->threads * (double)plan_need_bytes(&session->plan) +
	               cells * (double)options->volume;
	double ms = cells * (double)options->budget * 1e-6 + bytes * 1e-6;

	return (uint64_t)(10000 + 20 * ms * (options->verify ? 2 : 1));
}
