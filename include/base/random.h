/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_BASE_RANDOM_H
#define MEMBENCH_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* SplitMix64 (Steele, Lea, Flood 2014): any seed is a good seed; same seed, same order. */
struct random {
	uint64_t state;
};

uint64_t random_next(struct random *random);
uint64_t random_below(struct random *random, uint64_t bound); /* unbiased; bound >= 1 */
double random_unit(struct random *random);                    /* [0, 1), 53 bits */

/* 64 bits that no other process draws, in whatever namespace or on whichever host: those of
 * /dev/urandom, or where there is none of clock, process and address. */
uint64_t random_draw(void);

/* Fisher-Yates over `count` indices. */
void random_shuffle(struct random *random, size_t *indices, size_t count);

#endif
