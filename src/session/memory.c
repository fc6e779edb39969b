/* SPDX-License-Identifier: MIT */
/* session: what a size takes of memory, which limit it meets, whose pages it got. Measures
 * nothing. */
#include "session/memory.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "measure/buffer.h"

/* What there is beside the blocks, for the program and for each thread: pages that are
 * touched (3 MB of a run and its session, measured), and address space (stack, heap). */
static const struct reserve {
	uint64_t program_bytes, thread_bytes;
} touched = { 4 * MIB, 256 * KIB }, mapped = { 24 * MIB, 10 * MIB };

/* UINT64_MAX where it is more than can be counted. */
static uint64_t need_bytes(uint64_t buffer, uint64_t threads, const struct reserve *reserve)
{
	if (buffer > (UINT64_MAX - reserve->program_bytes) / threads - reserve->thread_bytes)
		return UINT64_MAX;
	return (buffer + reserve->thread_bytes) * threads + reserve->program_bytes;
}

bool session_memory_fits(const struct session *session, uint64_t block, unsigned arrays,
                         struct session_memory *tightest)
{
	uint64_t buffer = buffer_need_bytes(block, arrays);
	double least = (double)INFINITY;

	*tightest = (struct session_memory){ .limit = { UINT64_MAX, "none", false } };
	for (size_t i = 0; i < session->limit_count; i++) {
		const struct memory_limit *limit = &session->limits[i];
		uint64_t need = need_bytes(buffer, session->threads,
		                           limit->counts_mappings ? &mapped : &touched);
		double left = (double)limit->bytes - (double)need;
		if (left >= least)
			continue;
		least = left;
		*tightest = (struct session_memory){ need, *limit };
	}
	return least >= 0 && tightest->need_bytes != UINT64_MAX;
}

const char *session_huge_source(const struct huge_share *share)
{
	if (!(share->all > 0))
		return "";
	return !(share->pool > 0)         ? "thp"
	       : share->pool < share->all ? "hugetlb+thp"
	                                  : "hugetlb";
}

void session_note_pages(struct session *session, const struct huge_share *share)
{
	uint64_t huge = platform_huge_page_bytes();
	uint64_t need = plan_need_bytes(&session->plan);

	if (session->options->pages != PAGES_HUGE || huge == 0 || isnan(share->pool) ||
	    text_equal(session_huge_source(share), "hugetlb") ||
	    warnings_have(&session->notes, "pool"))
		return;
	warnings_add(&session->notes, "pool",
	             "--pages huge: the hugetlb pool had too few pages; %.0f %% of the memory is "
	             "in transparent ones instead. As "
	             "root, sysctl vm.nr_hugepages=%" PRIu64 " reserves enough.",
	             (share->all - share->pool) * 100,
	             (need + huge - 1) / huge * session->threads);
}

static uint64_t cell_need(const struct plan_cell *cell)
{
	return buffer_need_bytes(cell->block_bytes, op_facts[cell->kernel->op].arrays);
}

int session_drop_largest(struct session *session, struct error *err)
{
	struct plan *plan = &session->plan;
	uint64_t most = plan_need_bytes(plan);
	char size[SIZE_TEXT_BYTES];
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++) {
		if (cell_need(&plan->cells[i]) == most)
			warnings_add_once(&session->skipped, "skipped", "skipped %s (%s): %s",
			                  size_format(plan->cells[i].block_bytes, size),
			                  op_names[plan->cells[i].kernel->op], err->text);
		else
			plan->cells[kept++] = plan->cells[i];
	}
	plan->count = kept;
	err->text[0] = '\0';
	if (kept > 0)
		return 0;
	return error_fail(err, "no size is left to measure; give smaller --sizes");
}
