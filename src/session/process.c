/* SPDX-License-Identifier: MIT */
/* session: the process of one run: what it is told, and how long it may be silent. */
#include "session/process.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "caches/attribute.h"

static void argument(struct session_arguments *arguments, const char *text)
{
	arguments->argv[arguments->count++] = memory_copy_text(text);
	arguments->argv[arguments->count] = NULL;
}

static void number(struct session_arguments *arguments, const char *name, uint64_t value,
                   const char *unit)
{
	char text[32];

	(void)snprintf(text, sizeof text, "%" PRIu64 "%s", value, unit);
	argument(arguments, name);
	argument(arguments, text);
}

static void cpus_format(const struct cpu_set *cpus, struct text *text)
{
	text_put(text, "");
	for (size_t i = 0; i < cpus->count; i++)
		text_printf(text, "%s%u", i ? "," : "", cpus->cpus[i]);
}

/* A chase is over before a tenth of the lines are gone that neighbours take: in a millisecond
 * at most, or a tenth of the time in which they take half. */
static uint64_t chase_ns(double half_ns)
{
	return half_ns < 10e6 ? (uint64_t)(half_ns / 10) + 1 : 1000000;
}

/* What lies between the last two caches, and some more of it, is to be warmed. */
static void warmth(struct session_arguments *arguments, const struct session *session)
{
	const struct workload threads = { .threads = (size_t)session->threads,
		                          .cpus = &session->cpus };
	struct last_caches caches;

	if (!attribute_last(&session->hierarchy, &threads, &caches) || caches.inner_bytes == 0 ||
	    caches.last_bytes == 0)
		return;
	number(arguments, "--warm-above", caches.inner_bytes, "");
	number(arguments, "--warm-up-to", caches.last_bytes + caches.last_bytes / 2, "");
	if (session->hierarchy.life.half_ns > 0)
		number(arguments, "--chase", chase_ns(session->hierarchy.life.half_ns), "ns");
}

void session_arguments_init(struct session_arguments *arguments, const struct session *session,
                            uint64_t run)
{
	const struct session_options *asked = session->options;
	struct text cpus = { 0 };

	*arguments = (struct session_arguments){ .count = 0 };
	cpus_format(&session->cpus, &cpus);
	for (size_t i = 0; i < session->program.leading_count; i++)
		argument(arguments, session->program.leading[i]);
	if (session->program.leading_count == 0)
		argument(arguments, "membench");
	argument(arguments, "worker");
	argument(arguments, "--cpus");
	argument(arguments, text_string(&cpus));
	argument(arguments, "--pages");
	argument(arguments, page_mode_names[asked->pages]);
	argument(arguments, "--order");
	argument(arguments, visit_order_names[asked->order]);
	number(arguments, "--budget", asked->budget, "ns");
	number(arguments, "--seed", session->seed, "");
	number(arguments, "--run", run, "");
	if (asked->slice)
		number(arguments, "--slice", asked->slice, "ns");
	warmth(arguments, session);
	if (asked->volume)
		number(arguments, "--volume", asked->volume, "");
	if (asked->verify)
		argument(arguments, "--verify");
	if (asked->raw != NULL)
		argument(arguments, "--raw");
	text_release(&cpus);
}

void session_arguments_release(struct session_arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++)
		free(arguments->argv[i]);
	arguments->count = 0;
}

int session_aside(const struct session *session, const struct plan *plan,
                  const struct aside *aside, const struct run_listener *listener,
                  struct error *err)
{
	struct session_options options = *session->options;
	struct session copy = *session;
	struct session_arguments arguments;

	options.budget = aside->budget_ns;
	options.slice = aside->slice_ns;
	options.volume = 0;
	options.raw = aside->raw ? "raw" : NULL;
	options.verify = false;
	options.order = ORDER_SHUFFLED;
	copy.options = &options;
	copy.seed = aside->seed;
	session_arguments_init(&arguments, &copy, aside->run);
	int result = run_process(copy.program.path, arguments.argv, plan, listener, err);
	session_arguments_release(&arguments);
	return result;
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
