/* SPDX-License-Identifier: MIT */
/* session: from options to what is measured on this machine. Measures no bandwidth. */
#include "session/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "caches/attribute.h"
#include "platform/clock.h"
#include "platform/features.h"
#include "session/command.h"
#include "session/cpus.h"
#include "session/defaults.h"
#include "session/kernels.h"
#include "session/levels.h"
#include "session/memory.h"
#include "session/take.h"

#define STUDY_LOW_BYTES (2 * KIB) /* as in the study of 2000 */
#define MEASURED_TIMES  2         /* levels, sizes and kernels depend on the last cache */

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

/* The largest block of a doubling sweep that memory allows. */
static void setup_most(struct session *session, unsigned arrays)
{
	struct session_memory memory;

	for (uint64_t block = 1; session_memory_fits(session, block, arrays, &memory); block *= 2)
		session->most_block_bytes = block;
	session->limit = memory.limit.source;
}

/* Doubling blocks, as far as goes without being asked. */
static void default_sizes(struct session *session, struct size_list *sizes,
                          const unsigned arrays[2])
{
	struct session_memory memory;
	const struct extent_facts facts = {
		.hierarchy = &session->hierarchy,
		.by = (enum levels_by)session->options->levels_by,
		.fewest_arrays = arrays[0], .most_arrays = arrays[1],
		.threads = (size_t)session->threads,
		.free_bytes = platform_memory_limit().bytes,
	};

	session->swept_bytes = default_extent(&facts);
	for (uint64_t block = STUDY_LOW_BYTES; block <= session->swept_bytes &&
	     session_memory_fits(session, block, arrays[1], &memory); block *= 2)
		size_list_add(sizes, block);
}

/* The most arrays of ops that follow chains, or of the others: each have memory of their own
 * (measure/buffer.h). */
static unsigned most_arrays(const struct kernel_list *kernels, bool is_chained)
{
	unsigned most = 0;

	for (size_t i = 0; i < kernels->count; i++) {
		const struct op_facts *facts = &op_facts[kernels->items[i].op];
		if (facts->is_chained == is_chained && facts->arrays > most)
			most = facts->arrays;
	}
	return most;
}

/* The kernels' fewest and most arrays: the first decides what reaches DRAM, the second
 * what memory is needed. */
static void arrays_range(const struct kernel_list *kernels, unsigned arrays[2])
{
	arrays[0] = op_facts[kernels->items[0].op].arrays;
	for (size_t i = 1; i < kernels->count; i++) {
		unsigned count = op_facts[kernels->items[i].op].arrays;
		arrays[0] = count < arrays[0] ? count : arrays[0];
	}
	arrays[1] = most_arrays(kernels, false) + most_arrays(kernels, true);
}

/* In three figures, unless need and limit differ by less. */
static void note_skipped(struct session *session, enum op op, uint64_t block,
                         const struct session_memory *memory)
{
	char size[SIZE_TEXT_BYTES], need[SIZE_TEXT_BYTES], left[SIZE_TEXT_BYTES];

	size_format_short((double)memory->need_bytes, need);
	size_format_short((double)memory->limit.bytes, left);
	if (text_equal(need, left)) {
		(void)snprintf(need, sizeof need, "%" PRIu64, memory->need_bytes);
		(void)snprintf(left, sizeof left, "%" PRIu64, memory->limit.bytes);
	}
	warnings_add(&session->skipped, "skipped",
	             "skipped %s (%s): needs %s, and %s leaves %s",
	             size_format(block, size), op_names[op], need, memory->limit.source, left);
}

/* One cell for each kernel at this size, unless memory or the op forbid it. */
static int setup_size(struct session *session, uint64_t block, struct error *err)
{
	const struct kernel_list *kernels = &session->kernels;
	struct session_memory memory;

	for (size_t i = 0; i < kernels->count; i++) {
		const struct mix *mix = &kernels->items[i];
		const struct op_facts *facts = &op_facts[mix->op];
		if (session->takes_kernels && session->takes_sizes &&
		    !like_has(&session->like, mix->op, mix->name, block))
			continue;
		if (block % facts->unit_bytes != 0)
			return error_set(err, "--sizes: %" PRIu64 " bytes are not a multiple of %u, "
			                 "which --op %s needs", block, facts->unit_bytes,
			                 op_names[mix->op]);
		unsigned held = facts->arrays + most_arrays(kernels, !facts->is_chained);
		if (session_memory_fits(session, block, held, &memory)) {
			plan_add(&session->plan, mix_at(mix, block * facts->arrays), block);
			session->plan.cells[session->plan.count - 1].name = mix->name;
			continue;
		}
		note_skipped(session, mix->op, block, &memory);
		/* The other kernels of this op need as much. */
		while (i + 1 < kernels->count && kernels->items[i + 1].op == mix->op)
			i++;
	}
	return 0;
}

static int setup_plan(struct session *session, struct error *err)
{
	struct size_list sizes = { 0 };
	unsigned arrays[2];
	int result = 0;

	session->limit_count = platform_memory_limits(session->limits);
	arrays_range(&session->kernels, arrays);
	setup_most(session, arrays[0]);
	for (size_t i = 0; i < session->options->sizes.count; i++)
		size_list_add(&sizes, session->options->sizes.bytes[i]);
	if (session->takes_sizes)
		like_sizes(&session->like, &sizes);
	if (sizes.count == 0)
		default_sizes(session, &sizes, arrays);
	for (size_t i = 0; result == 0 && i < sizes.count; i++)
		result = setup_size(session, sizes.bytes[i], err);
	size_list_release(&sizes);
	return result;
}

/* Whether the time was left to us: neither what is measured nor how long was asked for. */
static bool is_timed(const struct session *session)
{
	const unsigned asked = GIVEN_RUNS | GIVEN_OVER | GIVEN_BUDGET | GIVEN_VOLUME;

	return session->swept_bytes > 0 && session->kernels.count == 1 &&
	       (session->options->given & asked) == 0;
}

int session_init(struct session *session, const struct session_options *options,
                 struct error *err)
{
	*session = (struct session){ .asked = *options, .features = features_detect() };
	struct clock clock = clock_monotonic();
	session->options = &session->asked;
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
	    setup_plan(session, err) != 0)
		return -1;
	session->is_timed = is_timed(session);
	session_note_levels(session);
	return 0;
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
