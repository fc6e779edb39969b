/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_WITNESS_H
#define MEMBENCH_MEASURE_WITNESS_H

#include <stdbool.h>
#include <stddef.h>

#include "platform/clock.h"

/*
 * A witness of the core's state that touches no memory. A chain of dependent one-cycle
 * operations gives the clock; independent ones give the rate at which the core issues
 * them, which a busy sibling thread lowers.
 */
struct witness {
	double clock_ghz;
	double core_ipc; /* independent operations a cycle */
};

/* About two microseconds. `cost_ns` is what one clock reading takes (clock_probe()). */
struct witness witness_read(const struct clock *clock, double cost_ns);

/* Whether the clock's steps are short against a reading; else there is no witness. */
bool witness_fits(const struct clock_facts *facts);

/*
 * The operations, one file per architecture: `rounds` times WITNESS_OPERATIONS of them. The
 * chain's have a latency of one cycle each.
 */
#define WITNESS_OPERATIONS 64
void witness_chain(size_t rounds);
void witness_independent(size_t rounds);

#endif
