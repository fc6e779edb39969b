/* SPDX-License-Identifier: MIT */
/* cli: what a size takes of memory, which limit it meets, whose pages it got. Measures
 * nothing. */
#include "cli/run.h"

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

bool run_memory_fits(const struct run_setup *setup, uint64_t block, unsigned arrays,
                     struct run_memory *tightest)
{
	uint64_t buffer = buffer_need_bytes(block, arrays);
	double least = (double)INFINITY;

	*tightest = (struct run_memory){ .limit = { UINT64_MAX, "none", false } };
	for (size_t i = 0; i < setup->limit_count; i++) {
		const struct memory_limit *limit = &setup->limits[i];
		uint64_t need = need_bytes(buffer, setup->threads,
		                           limit->counts_mappings ? &mapped : &touched);
		double left = (double)limit->bytes - (double)need;
		if (left >= least)
			continue;
		least = left;
		*tightest = (struct run_memory){ need, *limit };
	}
	return least >= 0 && tightest->need_bytes != UINT64_MAX;
}

const char *run_huge_source(const struct huge_share *share)
{
	if (!(share->all > 0))
		return "";
	return !(share->pool > 0)         ? "thp"
	       : share->pool < share->all ? "hugetlb+thp"
	                                  : "hugetlb";
}

void run_note_pages(struct run_setup *setup, const struct huge_share *share)
{
	static const char begins[] = "--pages huge: the hugetlb pool had too few pages";
	uint64_t huge = platform_huge_page_bytes();
	uint64_t need = plan_need_bytes(&setup->plan);

	if (setup->options->pages != PAGES_HUGE || huge == 0 || isnan(share->pool) ||
	    text_equal(run_huge_source(share), "hugetlb") ||
	    strstr(text_string(&setup->notes), begins) != NULL)
		return;
	text_printf(&setup->notes, "%s; %.0f %% of the memory is in transparent ones instead. As "
	            "root, sysctl vm.nr_hugepages=%" PRIu64 " reserves enough.\n", begins,
	            (share->all - share->pool) * 100,
	            (need + huge - 1) / huge * setup->threads);
}
