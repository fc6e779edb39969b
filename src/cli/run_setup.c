/* SPDX-License-Identifier: MIT */
/* cli: from options to what is measured on this machine. Measures no bandwidth. */
#include "cli/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "caches/attribute.h"
#include "cli/commands.h"
#include "cli/defaults.h"
#include "platform/clock.h"
#include "platform/features.h"

#define STUDY_LOW_BYTES (2 * KIB) /* as in the study of 2000 */
#define MEASURED_TIMES  2         /* levels, sizes and kernels depend on the last cache */

static int cpus_given(struct run_setup *setup, const struct cpu_set *allowed,
                      struct error *err)
{
	const char *list = setup->options->cpu;

	if (cpu_set_parse(list, &setup->cpus) != 0 || setup->cpus.count == 0)
		return error_set(err, "--cpu: '%s' is not a list of CPUs; lists look like 3 or "
		                 "0-3,8", list);
	for (size_t i = 0; i < setup->cpus.count; i++) {
		unsigned cpu = setup->cpus.cpus[i];
		if (allowed->count > 0 && !cpu_set_has(allowed, cpu) && !platform_can_pin(cpu))
			return error_set(err, "--cpu: the system refuses CPU %u: it is not there, "
			                 "offline or outside of this cpuset; `membench info` lists "
			                 "those to be had", cpu);
	}
	if (setup->threads == 0)
		setup->threads = setup->cpus.count;
	if (setup->threads != setup->cpus.count)
		return error_set(err, "--threads %" PRIu64 " with --cpu %s: give as many CPUs as "
		                 "threads", setup->threads, list);
	return 0;
}

/* A look at who is busy takes a moment, which is spared where nothing depends on it. */
static void choose_cpus(struct run_setup *setup, const struct cpu_set *allowed)
{
	if (setup->threads < allowed->count && !setup->options->dry_run)
		platform_busy_cpus(&setup->busy_cpus);
	run_choose_cpus(setup, allowed);
}

static int setup_cpus(struct run_setup *setup, struct error *err)
{
	struct cpu_set allowed = { 0 };
	int result = 0;

	platform_allowed_cpus(&allowed);
	setup->cpu_count = allowed.count;
	setup->threads = setup->options->threads;
	if (setup->options->cpu != NULL) {
		result = cpus_given(setup, &allowed, err);
	} else {
		setup->threads = setup->threads ? setup->threads : 1;
		if (allowed.count > 0 && setup->threads > allowed.count)
			result = error_set(err, "--threads %" PRIu64 ": this process may run on "
			                   "%zu CPUs, and each thread needs its own",
			                   setup->threads, allowed.count);
		else
			choose_cpus(setup, &allowed);
	}
	if (result == 0 && !setup->options->dry_run)
		run_claim_cpus(setup, setup->options->cpu == NULL ? &allowed : NULL);
	run_note_passed(setup);
	setup->throttled = platform_throttled();
	cpu_set_release(&allowed);
	return result;
}

static int setup_hierarchy(struct run_setup *setup, struct error *err)
{
	const struct run_options *options = setup->options;
	struct error trouble = { 0 };
	unsigned cpu = setup->cpus.count ? setup->cpus.cpus[0] : 0;

	if (options->levels != NULL) {
		hierarchy_read(&setup->hierarchy, cpu);
		return hierarchy_give(&setup->hierarchy, options->levels, err);
	}
	if (run_like_knows_levels(setup)) {
		hierarchy_read(&setup->hierarchy, cpu);
		return 0;
	}
	if (hierarchy_measure(&setup->hierarchy, cpu, MEASURED_TIMES, &trouble) != 0)
		text_printf(&setup->notes, "The caches could not be measured (%s); their sizes are "
		            "those reported.\n", trouble.text);
	else if (hierarchy_is_disturbed(&setup->hierarchy))
		text_put(&setup->notes, "Other work disturbed the measurement of the caches: they "
		                        "may be larger than shown. Stop it, or give --levels.\n");
	return 0;
}

/* The largest block of a doubling sweep that memory allows. */
static void setup_most(struct run_setup *setup, unsigned arrays)
{
	struct run_memory memory;

	for (uint64_t block = 1; run_memory_fits(setup, block, arrays, &memory); block *= 2)
		setup->most_block_bytes = block;
	setup->limit = memory.limit.source;
}

/* Doubling blocks, as far as goes without being asked. */
static void default_sizes(struct run_setup *setup, struct size_list *sizes,
                          const unsigned arrays[2])
{
	struct run_memory memory;
	const struct extent_facts facts = {
		.hierarchy = &setup->hierarchy,
		.by = (enum levels_by)setup->options->levels_by,
		.fewest_arrays = arrays[0], .most_arrays = arrays[1],
		.threads = (size_t)setup->threads,
		.free_bytes = platform_memory_limit().bytes,
	};

	setup->swept_bytes = default_extent(&facts);
	for (uint64_t block = STUDY_LOW_BYTES; block <= setup->swept_bytes &&
	     run_memory_fits(setup, block, arrays[1], &memory); block *= 2)
		size_list_add(sizes, block);
}

/* The kernels' fewest and most arrays: the first decides what reaches DRAM, the second
 * what memory is needed. */
static void arrays_range(const struct kernel_list *kernels, unsigned arrays[2])
{
	arrays[0] = arrays[1] = op_facts[kernels->items[0].op].arrays;
	for (size_t i = 1; i < kernels->count; i++) {
		unsigned count = op_facts[kernels->items[i].op].arrays;
		arrays[0] = count < arrays[0] ? count : arrays[0];
		arrays[1] = count > arrays[1] ? count : arrays[1];
	}
}

/* In three figures, unless need and limit differ by less. */
static void note_skipped(struct run_setup *setup, enum op op, uint64_t block,
                         const struct run_memory *memory)
{
	char size[SIZE_TEXT_BYTES], need[SIZE_TEXT_BYTES], left[SIZE_TEXT_BYTES];

	size_format_short((double)memory->need_bytes, need);
	size_format_short((double)memory->limit.bytes, left);
	if (text_equal(need, left)) {
		(void)snprintf(need, sizeof need, "%" PRIu64, memory->need_bytes);
		(void)snprintf(left, sizeof left, "%" PRIu64, memory->limit.bytes);
	}
	text_printf(&setup->skipped, "skipped %s (%s): needs %s, and %s leaves %s\n",
	            size_format(block, size), op_names[op], need, memory->limit.source, left);
}

/* One cell for each kernel at this size, unless memory or the op forbid it. */
static int setup_size(struct run_setup *setup, uint64_t block, struct error *err)
{
	const struct kernel_list *kernels = &setup->kernels;
	struct run_memory memory;

	for (size_t i = 0; i < kernels->count; i++) {
		const struct mix *mix = &kernels->items[i];
		const struct op_facts *facts = &op_facts[mix->op];
		if (setup->takes_kernels && setup->takes_sizes &&
		    !like_has(&setup->like, mix->op, mix->name, block))
			continue;
		if (block % facts->unit_bytes != 0)
			return error_set(err, "--sizes: %" PRIu64 " bytes are not a multiple of %u, "
			                 "which --op %s needs", block, facts->unit_bytes,
			                 op_names[mix->op]);
		if (run_memory_fits(setup, block, facts->arrays, &memory)) {
			plan_add(&setup->plan, mix_at(mix, block * facts->arrays), block);
			setup->plan.cells[setup->plan.count - 1].name = mix->name;
			continue;
		}
		note_skipped(setup, mix->op, block, &memory);
		/* The other kernels of this op need as much. */
		while (i + 1 < kernels->count && kernels->items[i + 1].op == mix->op)
			i++;
	}
	return 0;
}

static int setup_plan(struct run_setup *setup, struct error *err)
{
	struct size_list sizes = { 0 };
	unsigned arrays[2];
	int result = 0;

	setup->limit_count = platform_memory_limits(setup->limits);
	arrays_range(&setup->kernels, arrays);
	setup_most(setup, arrays[0]);
	for (size_t i = 0; i < setup->options->sizes.count; i++)
		size_list_add(&sizes, setup->options->sizes.bytes[i]);
	if (setup->takes_sizes)
		like_sizes(&setup->like, &sizes);
	if (sizes.count == 0)
		default_sizes(setup, &sizes, arrays);
	for (size_t i = 0; result == 0 && i < sizes.count; i++)
		result = setup_size(setup, sizes.bytes[i], err);
	size_list_release(&sizes);
	return result;
}

/* Whether the time was left to us: neither what is measured nor how long was asked for. */
static bool is_timed(const struct run_setup *setup)
{
	static const char *const options[] = { "runs", "over", "budget", "volume" };
	bool asked = setup->swept_bytes == 0 || setup->kernels.count > 1;

	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		asked = asked || options_given(&command_run, setup->options->given, options[i]);
	return !asked;
}

int run_setup_init(struct run_setup *setup, const struct run_options *options,
                   struct error *err)
{
	*setup = (struct run_setup){ .asked = *options, .features = features_detect() };
	struct clock clock = clock_monotonic();
	setup->options = &setup->asked;
	setup->begun_ns = clock.now_ns(clock.context);
	setup->seed = options->seed;
	if (setup->seed == 0)
		setup->seed = (random_draw() >> 32) + 1; /* short enough to type again */
	if (platform_program(&setup->program) != 0)
		return error_fail(err, "where the program is cannot be told, or another file lies "
		                  "there by now, so it cannot start its runs");
	if (run_setup_like(setup, err) != 0 || run_setup_kernels(setup, err) != 0 || setup_cpus(setup, err) != 0 ||
	    setup_hierarchy(setup, err) != 0)
		return -1;
	if (setup_plan(setup, err) != 0)
		return -1;
	setup->is_timed = is_timed(setup);
	run_like_note_levels(setup);
	return 0;
}

struct run_defaults run_defaults_of(const struct run_setup *setup)
{
	return (struct run_defaults){
		.swept_bytes = setup->swept_bytes,
		.kernels = text_equal(setup->options->kernel, "auto"),
		.cpus = setup->threads == 1 && setup->cpu_count > 1 ? setup->cpu_count : 0,
	};
}

double run_setup_seconds(const struct run_setup *setup)
{
	return (double)setup->plan.count * (double)setup->options->budget * 1e-9;
}

void run_setup_release(struct run_setup *setup)
{
	cpu_set_release(&setup->cpus);
	cpu_set_release(&setup->busy_cpus);
	cpu_set_release(&setup->passed_cpus);
	hierarchy_release(&setup->hierarchy);
	free(setup->kernels.items);
	free(setup->trials);
	plan_release(&setup->plan);
	like_release(&setup->like);
	text_release(&setup->like_ops);
	text_release(&setup->like_cpus);
	text_release(&setup->skipped);
	text_release(&setup->notes);
	text_release(&setup->warnings);
}
