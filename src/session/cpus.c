/* SPDX-License-Identifier: MIT */
/* session: CPUs that nobody else measures on, and what is to be said where that failed. */
#include "session/cpus.h"

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
static void choose(struct session *session, const struct cpu_set *from)
{
	struct cpu_set all_idle = { 0 };
	size_t threads = (size_t)session->threads;

	cpu_set_choose(&session->cpus, from, &session->busy_cpus, threads);
	cpu_set_choose(&all_idle, from, &(struct cpu_set){ 0 }, threads);
	cpu_set_release(&session->passed_cpus);
	for (size_t i = 0; i < all_idle.count; i++) {
		if (!cpu_set_has(&session->cpus, all_idle.cpus[i]))
			cpu_set_add(&session->passed_cpus, all_idle.cpus[i]);
	}
	cpu_set_release(&all_idle);
}

void session_choose_cpus(struct session *session, const struct cpu_set *allowed)
{
	struct cpu_set claimed = { 0 }, left = { 0 };
	size_t threads = (size_t)session->threads;

	for (size_t i = 0; i < allowed->count; i++) {
		if (!cpu_set_has(&session->claimed_cpus, allowed->cpus[i]) &&
		    platform_cpu_is_claimed(allowed->cpus[i]))
			cpu_set_add(&claimed, allowed->cpus[i]);
	}
	set_free(allowed, &claimed, true, &left);
	if (left.count < threads) {
		cpu_set_release(&left);
		set_free(allowed, &claimed, false, &left);
	}
	choose(session, left.count < threads ? allowed : &left);
	cpu_set_release(&claimed);
	cpu_set_release(&left);
}

/* Those of session->cpus that another has claimed by now; the others are ours. */
static void claim_all(struct session *session, struct cpu_set *shared)
{
	for (size_t i = 0; i < session->cpus.count; i++) {
		unsigned cpu = session->cpus.cpus[i];
		if (cpu_set_has(&session->claimed_cpus, cpu))
			continue;
		cpu_set_add(platform_claim_cpu(cpu) ? &session->claimed_cpus : shared, cpu);
	}
}

void session_claim_cpus(struct session *session, const struct cpu_set *allowed)
{
	struct cpu_set shared = { 0 };
	struct text list = { 0 };

	claim_all(session, &shared);
	/* Two that start at once choose alike; who comes second sees it now. */
	if (allowed != NULL && shared.count > 0 && shared.count == session->cpus.count) {
		cpu_set_release(&shared);
		cpu_set_release(&session->cpus);
		session_choose_cpus(session, allowed);
		claim_all(session, &shared);
	}
	cpu_set_format(&shared, &list);
	if (shared.count > 0)
		warnings_add(&session->warnings, "shared-cpu",
		             "CPU %s is measured on by another membench at the "
		             "same time: rates of both are wrong. Give each its own --cpu, or run "
		             "one after the other.", text_string(&list));
	cpu_set_release(&shared);
	text_release(&list);
}

void session_note_passed(struct session *session)
{
	struct text passed = { 0 }, taken = { 0 };

	cpu_set_format(&session->passed_cpus, &passed);
	cpu_set_format(&session->cpus, &taken);
	if (session->passed_cpus.count > 0)
		warnings_add(&session->notes, "busy-cpu",
		             "CPU %s was busy with other work, so CPU %s is measured "
		             "on; --cpu takes any.", text_string(&passed), text_string(&taken));
	text_release(&passed);
	text_release(&taken);
}

void session_warn_throttled(struct session *session)
{
	uint64_t count = platform_throttled() - session->throttled;

	if (count > 0)
		warnings_add(&session->warnings, "quota",
		             "A quota of CPU time (cpu.max of a control group, "
		             "--cpus of a container) stopped it %" PRIu64 " times: no other --cpu "
		             "mends that; lift the quota, or give it whole CPUs.", count);
}
