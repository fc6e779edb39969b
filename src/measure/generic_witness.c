/* SPDX-License-Identifier: MIT */
/*
 * measure: the witness's operations in plain C, for architectures without a file of their
 * own. Each addition or exclusive or takes one cycle on any core; together they cannot be
 * folded, because the operands are read from volatile objects.
 */
#include "measure/witness.h"

#include <stdint.h>

static volatile const uint32_t odd_seed = 0x9E3779B9u, mask_seed = 0x5BD1E995u;
static volatile uint32_t sink;

#define STEP(x) ((x) = ((x) + odd) ^ mask) /* two operations */
#define STEPS_4(x) STEP(x), STEP(x), STEP(x), STEP(x)

void witness_chain(size_t rounds)
{
	uint32_t odd = odd_seed, mask = mask_seed, x = odd;

	for (; rounds > 0; rounds--) {
		STEPS_4(x), STEPS_4(x), STEPS_4(x), STEPS_4(x);
		STEPS_4(x), STEPS_4(x), STEPS_4(x), STEPS_4(x);
	}
	sink = x;
}

void witness_independent(size_t rounds)
{
	uint32_t odd = odd_seed, mask = mask_seed;
	uint32_t a = odd, b = mask, c = odd ^ 1, d = mask ^ 1;

	for (; rounds > 0; rounds--) {
		for (int i = 0; i < 8; i++)
			STEP(a), STEP(b), STEP(c), STEP(d);
	}
	sink = a ^ b ^ c ^ d;
}
