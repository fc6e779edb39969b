/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_SAMPLE_CELL_H
#define MEMBENCH_TESTS_SAMPLE_CELL_H

/* One cell made by hand that uses every column. */
#include <math.h>

#include "samples/cell.h"

static const struct context sample_context = {
	.schema = 2, .label = "CL2, \"fast\"", .session = "s1", .boot = "b1", .host = "h",
	.cpu = "Some CPU", .version = "0.1.0",
	.op = "copy", .kernel = "avx2", .cpus = "0;1", .convention = "copied",
	.huge_source = "hugetlb",
	.threads = 2, .page_bytes = 4096,
};

static inline struct cell sample_cell(struct cells *owner)
{
	return (struct cell){
		.context = cells_context(owner, &sample_context),
		.block_bytes = 2048, .footprint_bytes = 4096, .huge_share = 0.5, .level = "L1",
		.edge = true, .flags = CELL_SLOWED | CELL_INCOMPLETE, .run = 3,
		.started_us = INT64_C(1767225600000001), .position = 7, .samples = 100, .bytes = 1000000, .ns_min = 4000.25, .ns_q1 = 5000,
		.ns_median = 5001.5, .ns_mean = 5100.75, .ns_max = 9000, .mb_per_s = 200000,
		.clock_ghz = 3.5, .core_ipc = (double)NAN, .cpu_share = 1.25,
	};
}

#endif
