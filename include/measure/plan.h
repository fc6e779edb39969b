/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_PLAN_H
#define MEMBENCH_MEASURE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "kernels/kernel.h"

/* What is measured, in every run: cells in the order in which they are shown. */
struct plan_cell {
	const struct kernel *kernel; /* NULL: what moves the bytes is a command */
	uint64_t block_bytes;
	const char *name; /* what rows call it: the kernel's, or that of a mix it is part of */
};

struct plan {
	struct plan_cell *cells;
	size_t count, capacity;
};

void plan_add(struct plan *plan, const struct kernel *kernel, uint64_t block_bytes);
void plan_release(struct plan *plan);

/* Bytes that one thread needs: for the cell that needs most, and, in a part of its own from
 * plan_chains_at() on, for the one of those that follow chains. */
uint64_t plan_need_bytes(const struct plan *plan);
uint64_t plan_chains_at(const struct plan *plan);

/* "copy/avx512:2048,copy/avx512:4096.": how a session hands its plan to a run. */
void plan_format(const struct plan *plan, struct text *text);
/* Fails on a text that was cut anywhere. */
int plan_parse(const char *text, struct plan *plan, struct error *err);

enum visit_order { ORDER_SHUFFLED, ORDER_ASCENDING };
extern const char *const visit_order_names[]; /* "shuffled", "ascending", NULL */

/*
 * The order in which round `round` of run `run` visits the cells: as the plan stands, or
 * shuffled by (seed, run, round) alone, so that a seed repeats it on any machine.
 * `order` has room for plan->count indices.
 */
void plan_order(const struct plan *plan, enum visit_order kind, const uint64_t key[3],
                size_t *order);

#endif
