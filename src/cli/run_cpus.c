/* SPDX-License-Identifier: MIT */
/* cli: CPUs that nobody else measures on, and what is to be said where that failed. */
#include "cli/run.h"

#include <inttypes.h>

#include "caches/topology.h"

/* Those of `allowed` that another process has not claimed; with `cores`, nor a sibling. */
static void set_free(const struct cpu_set *allowed, const struct cpu_set *claimed, bool cores,
                     struct cpu_set *left)
{
	struct cpu_set busy = { 0 };

	for (size_t i = 0; cores && i < claimed->count; i++)
		cpu_set_add(&busy, platform_core(claimed->cpus[i]));
	for (size_t i = 0; i < allowed->count; i++) {
		unsigned cpu = allowed->cpus[i];
		if (!cpu_set_has(claimed, cpu) &&
		    (busy.count == 0 || !cpu_set_has(&busy, platform_core(cpu))))
			cpu_set_add(left, cpu);
	}
	cpu_set_release(&busy);
}

/* Those of `from`, but for busy ones where there are others; and which that changed. */
static void choose(struct run_setup *setup, const struct cpu_set *from)
{
	struct cpu_set all_idle = { 0 };
	size_t threads = (size_t)setup->threads;

	cpu_set_choose(&setup->cpus, from, &setup->busy_cpus, threads);
	cpu_set_choose(&all_idle, from, &(struct cpu_set){ 0 }, threads);
	cpu_set_release(&setup->passed_cpus);
	for (size_t i = 0; i < all_idle.count; i++) {
		if (!cpu_set_has(&setup->cpus, all_idle.cpus[i]))
			cpu_set_add(&setup->passed_cpus, all_idle.cpus[i]);
	}
	cpu_set_release(&all_idle);
}

void run_choose_cpus(struct run_setup *setup, const struct cpu_set *allowed)
{
	struct cpu_set claimed = { 0 }, left = { 0 };
	size_t threads = (size_t)setup->threads;

	for (size_t i = 0; i < allowed->count; i++) {
		if (platform_cpu_is_claimed(allowed->cpus[i]))
			cpu_set_add(&claimed, allowed->cpus[i]);
	}
	set_free(allowed, &claimed, true, &left);
	if (left.count < threads) {
		cpu_set_release(&left);
		set_free(allowed, &claimed, false, &left);
	}
	choose(setup, left.count < threads ? allowed : &left);
	cpu_set_release(&claimed);
	cpu_set_release(&left);
}

/* Those of setup->cpus that another has claimed by now; the others are ours. */
static void claim_all(const struct run_setup *setup, struct cpu_set *shared)
{
	for (size_t i = 0; i < setup->cpus.count; i++) {
		if (!platform_claim_cpu(setup->cpus.cpus[i]))
			cpu_set_add(shared, setup->cpus.cpus[i]);
	}
}

void run_claim_cpus(struct run_setup *setup, const struct cpu_set *allowed)
{
	struct cpu_set shared = { 0 };
	struct text list = { 0 };

	claim_all(setup, &shared);
	/* Two that start at once choose alike; who comes second sees it now. */
	if (allowed != NULL && shared.count > 0 && shared.count == setup->cpus.count) {
		cpu_set_release(&shared);
		cpu_set_release(&setup->cpus);
		run_choose_cpus(setup, allowed);
		claim_all(setup, &shared);
	}
	cpu_set_format(&shared, &list);
	if (shared.count > 0)
		text_printf(&setup->warnings, "CPU %s is measured on by another membench at the "
		            "same time: rates of both are wrong. Give each its own --cpu, or run "
		            "one after the other.\n", text_string(&list));
	cpu_set_release(&shared);
	text_release(&list);
}

void run_note_passed(struct run_setup *setup)
{
	struct text passed = { 0 }, taken = { 0 };

	cpu_set_format(&setup->passed_cpus, &passed);
	cpu_set_format(&setup->cpus, &taken);
	if (setup->passed_cpus.count > 0)
		text_printf(&setup->notes, "CPU %s was busy with other work, so CPU %s is measured "
		            "on; --cpu takes any.\n", text_string(&passed), text_string(&taken));
	text_release(&passed);
	text_release(&taken);
}

void run_warn_throttled(struct run_setup *setup)
{
	uint64_t count = platform_throttled() - setup->throttled;

	if (count > 0)
		text_printf(&setup->warnings, "A quota of CPU time (cpu.max of a control group, "
		            "--cpus of a container) stopped it %" PRIu64 " times: no other --cpu "
		            "mends that; lift the quota, or give it whole CPUs.\n", count);
}

void run_warn_flagged(const struct run_report *report, struct text *warnings)
{
	size_t counts[CELL_FLAG_COUNT] = { 0 }, flagged = 0;

	for (size_t i = 0; i < report->cells.count; i++) {
		unsigned flags = report->cells.items[i].flags;
		flagged += flags != 0;
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
			counts[flag] += flags >> flag & 1;
	}
	if (flagged == 0)
		return;
	text_printf(warnings, "%zu of %zu values are flagged:", flagged, report->cells.count);
	for (size_t flag = 0, seen = 0; flag < CELL_FLAG_COUNT; flag++) {
		if (counts[flag] > 0)
			text_printf(warnings, "%s %s %zu", seen++ > 0 ? "," : "",
			            cell_flag_names[flag], counts[flag]);
	}
	text_put(warnings, "; --print flags shows which.\n");
}
