/* SPDX-License-Identifier: MIT */
/* session: the kernels that --op and --kernel name, and the best of them. */
#include "session/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "platform/features.h"
#include "session/memory.h"
#include "session/process.h"
#include "session/take.h"
#include "stats/quantile.h"

static void list_add(struct kernel_list *list, const struct mix *mix)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].op == mix->op && text_equal(list->items[i].name, mix->name))
			return;
	}
	memory_grow(&list->items, &list->capacity, list->count, sizeof *list->items);
	list->items[list->count++] = *mix;
}

static void list_add_all(const struct session *session, enum op op,
                         struct kernel_list *list)
{
	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		struct mix mix;
		if (kernel->op != op || (kernel->needs & ~session->features) != 0)
			continue;
		mix_init(&mix, kernel);
		list_add(list, &mix);
	}
}

static void list_add_auto(const struct session *session, enum op op,
                          struct kernel_list *list)
{
	struct mix mix;

	mix_init(&mix, kernels_auto(op, session->features));
	/* Orders of a chain are nothing to choose between. */
	if (!op_facts[op].is_chained)
		(void)snprintf(mix.name, sizeof mix.name, "%s", "auto");
	list_add(list, &mix);
}

static int mix_impossible(const struct session *session, const struct mix *mix,
                          struct error *err)
{
	struct text lacking = { 0 };

	for (unsigned i = 0; features_name(i) != NULL; i++) {
		if (mix_needs(mix) & ~session->features & (uint64_t)1 << i)
			text_printf(&lacking, " %s", features_name(i));
	}
	(void)error_set(err, "--kernel %s: this CPU, or its operating system, does not "
	                "offer%s; `membench info` lists what runs here", mix->name,
	                text_string(&lacking));
	text_release(&lacking);
	return -1;
}

static int list_add_named(const struct session *session, enum op op, const char *name,
                          struct kernel_list *list, struct error *err)
{
	if (text_equal(name, "all") || text_equal(name, "best")) {
		list_add_all(session, op, list);
		return 0;
	}
	if (text_equal(name, "auto")) {
		list_add_auto(session, op, list);
		return 0;
	}
	struct mix mix;
	if (mix_parse(&mix, op, name, session->features, err) != 0)
		return -1;
	if ((mix_needs(&mix) & ~session->features) != 0)
		return mix_impossible(session, &mix, err);
	list_add(list, &mix);
	return 0;
}

static int list_add_listed(const struct session *session, enum op op,
                           struct kernel_list *list, struct error *err)
{
	struct items items = items_of(session->options->kernel, ',');
	int result = 0;

	for (const char *item; result == 0 && (item = items_next(&items)) != NULL;)
		result = list_add_named(session, op, item, list, err);
	items_release(&items);
	return result;
}

static int op_unknown(const char *item, struct error *err)
{
	struct nearest nearest = { .given = item };
	struct text lead = { 0 };

	for (unsigned op = 0; op < OP_COUNT; op++)
		nearest_try(&nearest, op_names[op]);
	nearest_put(&nearest, &lead);
	(void)error_set(err, "--op: '%s' is not known%scopy, read, write, scale, add, triad, latency, "
	                "all, or several with commas", item, text_string(&lead));
	text_release(&lead);
	return -1;
}

static int list_add_op(const struct session *session, const char *item,
                       struct kernel_list *list, struct error *err)
{
	bool all = text_equal(item, "all"), found = false;

	for (unsigned op = 0; op < OP_COUNT; op++) {
		if (!all && !text_equal(item, op_names[op]))
			continue;
		found = true;
		if (list_add_listed(session, (enum op)op, list, err) != 0)
			return -1;
	}
	return found ? 0 : op_unknown(item, err);
}

int session_add_kernel(struct session *session, enum op op, const char *name,
                       struct error *err)
{
	return list_add_named(session, op, name, &session->kernels, err);
}

int session_name_kernels(struct session *session, struct error *err)
{
	if (session->takes_kernels)
		return session_like_kernels(session, err);
	struct items ops = items_of(session->options->op, ',');
	int result = 0;
	for (const char *op; result == 0 && (op = items_next(&ops)) != NULL;)
		result = list_add_op(session, op, &session->kernels, err);
	items_release(&ops);
	return result;
}

/* The scouting of `--kernel best`. */
#define SCOUT_RUNS      5
#define SCOUT_BUDGET_NS 8000000
#define SCOUT_SLICE_NS  2000000 /* several visits to a cell: bursts hit all kernels alike */
#define SCOUT_SEED      0x5C007 /* another order than that of the runs that count */

struct scout {
	double *rates; /* cell after cell, SCOUT_RUNS of each; 0 where there is none */
	size_t run;
};

static void scout_started(void *context, const struct run_message *run)
{
	(void)context, (void)run;
}

static void scout_cell(void *context, const struct cell_message *cell, const uint64_t *raw)
{
	struct scout *scout = context;

	(void)raw;
	scout->rates[cell->cell * SCOUT_RUNS + scout->run] =
	        (double)cell->bytes / cell->ns.q1;
}

/* What it had reported is measured anew and replaces itself. */
static void scout_died(void *context, const struct error *err, bool again)
{
	(void)context, (void)err, (void)again;
}

static int scout_runs(struct session *session, struct scout *scout, struct error *err)
{
	const struct run_listener listener = {
		.context = scout, .run_started = scout_started, .cell_done = scout_cell,
		.died = scout_died, .patience_ms = session_patience_ms(session),
	};
	struct aside aside = { SCOUT_BUDGET_NS, SCOUT_SLICE_NS, session->seed ^ SCOUT_SEED, 0,
		               false };
	int result = 0;

	for (scout->run = 0; result == 0 && scout->run < SCOUT_RUNS; scout->run++) {
		aside.run = scout->run + 1;
		result = session_aside(session, &session->plan, &aside, &listener, err);
		if (result != RUN_NO_MEMORY)
			continue;
		/* Cells are numbered anew, so all of them are scouted anew. */
		result = session_drop_largest(session, err);
		scout->run = (size_t)-1;
	}
	return result;
}

/* Of the cells with the op and block of `like`, the one with the best median. */
static size_t scout_best(const struct plan *plan, const struct scout *scout, size_t like)
{
	size_t best = like;
	double best_rate = 0;

	for (size_t i = 0; i < plan->count; i++) {
		if (plan->cells[i].kernel->op != plan->cells[like].kernel->op ||
		    plan->cells[i].block_bytes != plan->cells[like].block_bytes)
			continue;
		double rate = median_of(scout->rates + i * SCOUT_RUNS, SCOUT_RUNS);
		best = rate > best_rate ? i : best;
		best_rate = rate > best_rate ? rate : best_rate;
	}
	return best;
}

int session_choose_best(struct session *session, struct error *err)
{
	struct scout scout = { 0 };
	struct plan chosen = { 0 };

	scout.rates = memory_zeroed(session->plan.count * SCOUT_RUNS, sizeof *scout.rates);
	int result = scout_runs(session, &scout, err);
	for (size_t i = 0; result == 0 && i < session->plan.count; i++) {
		if (scout_best(&session->plan, &scout, i) == i)
			plan_add(&chosen, session->plan.cells[i].kernel,
			         session->plan.cells[i].block_bytes);
	}
	free(scout.rates);
	if (result != 0)
		return -1;
	plan_release(&session->plan);
	session->plan = chosen;
	return 0;
}
