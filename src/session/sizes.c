/* SPDX-License-Identifier: MIT */
/* session: which blocks are measured, as far as memory allows. */
#include "session/sizes.h"

#include <inttypes.h>
#include <stdio.h>

#include "caches/attribute.h"
#include "session/defaults.h"
#include "session/memory.h"

#define STUDY_LOW_BYTES (2 * KIB) /* as in the study of 2000 */

/* The largest block of a doubling sweep that memory allows. */
static void setup_most(struct session *session, unsigned arrays)
{
	struct session_memory memory;

	for (uint64_t block = 1; session_memory_fits(session, block, arrays, &memory); block *= 2)
		session->most_block_bytes = block;
	session->limit = memory.limit.source;
}

/* As far as goes without being asked. */
static uint64_t largest_size(const struct session *session, const unsigned arrays[2])
{
	const struct extent_facts facts = {
		.hierarchy = &session->hierarchy,
		.by = (enum levels_by)session->options->levels_by,
		.fewest_arrays = arrays[0], .most_arrays = arrays[1],
		.threads = (size_t)session->threads,
		.free_bytes = platform_memory_limit().bytes,
	};
	uint64_t most = default_extent(&facts), block = STUDY_LOW_BYTES;
	struct session_memory memory;

	while (block <= most && session_memory_fits(session, block, arrays[1], &memory))
		block *= 2;
	return block / 2;
}

static void default_sizes(struct session *session, struct size_list *sizes,
                          const unsigned arrays[2])
{
	uint64_t most = largest_size(session, arrays);

	session->swept_bytes = most;
	for (uint64_t block = STUDY_LOW_BYTES; block <= most; block *= 2)
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

/* The level that a block is in for few arrays as for many; CELL_NONE where it straddles two. */
static enum cell_level level_of_all(const struct session *session, uint64_t block,
                                    const unsigned arrays[2])
{
	struct attribution found[2];

	for (size_t i = 0; i < 2; i++) {
		const struct workload workload = {
			.block_bytes = block, .footprint_bytes = block * arrays[i],
			.threads = (size_t)session->threads, .cpus = &session->cpus,
		};
		found[i] = attribute(&session->hierarchy,
		                     (enum levels_by)session->options->levels_by, &workload);
	}
	return found[0].edge || found[1].edge || !text_equal(found[0].level, found[1].level)
	       ? CELL_NONE : cell_level(found[0].level);
}

/*
 * One block for each level, in which the footprints of all ops lie, and no edge: the largest
 * power of two of a cache, the smallest of DRAM. Of DRAM that no cache tells the largest two.
 */
static void level_sizes(const struct session *session, struct size_list *sizes,
                        const unsigned arrays[2])
{
	const unsigned plain = most_arrays(&session->kernels, false);
	const unsigned touched[2] = { arrays[0], plain > arrays[0] ? plain : arrays[0] };
	uint64_t chosen[CELL_LEVELS] = { 0 }, most = largest_size(session, arrays);

	for (uint64_t block = STUDY_LOW_BYTES; block <= most && chosen[CELL_DRAM] == 0; block *= 2)
		chosen[level_of_all(session, block, touched)] = block;
	for (unsigned level = CELL_L1; level <= CELL_DRAM; level++) {
		if (chosen[level] > 0)
			size_list_add(sizes, chosen[level]);
	}
	if (chosen[CELL_UNKNOWN] == most) {
		size_list_add(sizes, most / 2);
		size_list_add(sizes, most);
	}
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
	warnings_add_once(&session->skipped, "skipped",
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

int session_choose_sizes(struct session *session, struct error *err)
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
	if (session->options->one_a_level)
		level_sizes(session, &sizes, arrays);
	if (sizes.count == 0)
		default_sizes(session, &sizes, arrays);
	for (size_t i = 0; result == 0 && i < sizes.count; i++)
		result = setup_size(session, sizes.bytes[i], err);
	size_list_release(&sizes);
	return result;
}
