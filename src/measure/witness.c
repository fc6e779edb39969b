/* SPDX-License-Identifier: MIT */
/* measure: the state of the core, from operations of known latency. */
#include "measure/witness.h"

#include <stdint.h>

#define CHAIN_ROUNDS 64        /* 4096 cycles: about a microsecond */
#define INDEPENDENT_ROUNDS 256 /* four of them a cycle take as long */

static double elapsed_ns(const struct clock *clock, void (*operations)(size_t),
                         size_t rounds, double cost_ns)
{
	uint64_t start = clock->now_ns(clock->context);
	operations(rounds);
	uint64_t stop = clock->now_ns(clock->context);
	double ns = (double)(stop - start) - cost_ns;
	return ns > 1 ? ns : 1;
}

struct witness witness_read(const struct clock *clock, double cost_ns)
{
	double chain = elapsed_ns(clock, witness_chain, CHAIN_ROUNDS, cost_ns);
	double independent =
	        elapsed_ns(clock, witness_independent, INDEPENDENT_ROUNDS, cost_ns);
	double ghz = CHAIN_ROUNDS * WITNESS_OPERATIONS / chain;

	return (struct witness){
		.clock_ghz = ghz,
		.core_ipc = INDEPENDENT_ROUNDS * WITNESS_OPERATIONS / (independent * ghz),
	};
}

/* Of 4096 cycles at 5 GHz a fifth. */
#define TICK_MOST_NS 160

bool witness_fits(const struct clock_facts *facts)
{
	return facts->resolution_ns <= TICK_MOST_NS;
}
