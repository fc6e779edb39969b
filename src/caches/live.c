/* SPDX-License-Identifier: MIT */
/*
 * caches: the caches of this machine, asked and measured on the CPU in question. Knows
 * neither how sources are read nor how a curve becomes caches.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "caches/attribute.h"
#include "caches/hierarchy.h"
#include "caches/probe.h"
#include "platform/clock.h"
#include "platform/platform.h"

/* Work that must be done on one CPU, in a thread of its own: the caller stays unpinned. */
struct task {
	unsigned cpu;
	bool is_measuring;
	struct cpuid_table cpuid;
	struct probe_curves curves;
	struct fit fit;
	struct probe_life life;
	int result;
	struct error err;
};

/* Lines of the last cache: more than the one before it holds twice, and half of its own. */
static struct probe_life measure_life(const struct probe_options *options,
                                      const struct fit *fit)
{
	if (fit->count < 3 || !fit->plateaus[fit->count - 2].is_hot)
		return (struct probe_life){ 0, 0 };
	const struct plateau *last = &fit->plateaus[fit->count - 2];
	double before = last[-1].capacity_bytes, bytes = fmin(4 * before, last->capacity_bytes / 2);
	const struct probe_life_of of = { (uint64_t)bytes / PROBE_GROUP_BYTES * PROBE_GROUP_BYTES,
		                          last->value, last[1].value };

	return bytes < 2 * before ? (struct probe_life){ 0, 0 } : probe_life(options, &of);
}

static void measure(struct task *task)
{
	struct probe_machine machine = { .bytes = NULL };
	struct probe_options options;

	probe_options_default(&options, &machine);
	task->result = probe_latency(&options, &task->curves, &task->err);
	if (task->result != 0)
		return;
	fit_curve(&task->curves.all, &task->fit);
	fit_confirm(&task->fit, task->curves.mappings, task->curves.mapping_count);
	task->life = measure_life(&options, &task->fit);
}

static void *task_run(void *context)
{
	struct task *task = context;
	int current;

	(void)platform_pin(task->cpu);
	current = platform_current_cpu();
	/* Another CPU than the one asked for may be of another kind. */
	if (current < 0 || (unsigned)current == task->cpu)
		cpuid_collect(&task->cpuid);
	if (task->is_measuring)
		measure(task);
	return NULL;
}

static void task_start(struct task *task)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, task_run, task) == 0)
		(void)pthread_join(thread, NULL);
	else
		task->result = error_fail(&task->err, "no thread could be started to look at "
		                          "CPU %u", task->cpu);
}

static bool is_hidden(const char *source)
{
	const char *hidden = getenv("MEMBENCH_HIDE");
	return hidden != NULL && strstr(hidden, source) != NULL;
}

static int look(struct hierarchy *hierarchy, struct task *task, struct error *err)
{
	*hierarchy = (struct hierarchy){ 0 };
	task_start(task);
	struct report_sources sources = {
		.root = is_hidden("sysfs") ? NULL : "",
		.cpuid = is_hidden("cpuid") ? NULL : &task->cpuid,
		.use_platform = !is_hidden("sysconf"),
	};
	hierarchy_report(hierarchy, task->cpu, &sources);
	if (task->is_measuring && task->result == 0) {
		hierarchy->measured = task->fit;
		hierarchy->spread = task->curves.all.spread;
		hierarchy->life = task->life;
	}
	hierarchy_decide(hierarchy);
	cpuid_table_release(&task->cpuid);
	probe_curves_release(&task->curves);
	if (task->result != 0)
		*err = task->err;
	return task->result;
}

void hierarchy_read(struct hierarchy *hierarchy, unsigned cpu)
{
	struct task task = { .cpu = cpu };
	struct error err;

	(void)look(hierarchy, &task, &err);
}

static bool knows_last(const struct hierarchy *hierarchy)
{
	const struct workload one = { .threads = 1 };
	struct last_caches caches;

	return attribute_last(hierarchy, &one, &caches) && caches.last_bytes > 0;
}

int hierarchy_measure(struct hierarchy *hierarchy, unsigned cpu, unsigned tries,
                      struct error *err)
{
	const struct clock clock = clock_monotonic();
	double tick = clock_probe(&clock).resolution_ns;

	if (tick > CLOCK_COARSE_NS) {
		hierarchy_read(hierarchy, cpu);
		return error_fail(err, "the clock steps by %.3g ms, which is too coarse", tick * 1e-6);
	}
	for (unsigned try = 1;; try++) {
		struct task task = { .cpu = cpu, .is_measuring = true };
		int result = look(hierarchy, &task, err);
		if (result != 0 || try >= tries || knows_last(hierarchy))
			return result;
		hierarchy_release(hierarchy);
	}
}
