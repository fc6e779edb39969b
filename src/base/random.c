/* SPDX-License-Identifier: MIT */
/* base: a small seeded generator, and what to seed it with. Knows nobody. */
#include "base/random.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

uint64_t random_below(struct random *random, uint64_t bound)
{
	/* Reject the first 2^64 mod bound values: what is left divides evenly. */
	uint64_t threshold = (UINT64_MAX - bound + 1) % bound;
	for (;;) {
		uint64_t value = random_next(random);
		if (value >= threshold)
			return value % bound;
	}
}

double random_unit(struct random *random)
{
	return (double)(random_next(random) >> 11) * 0x1p-53;
}

void random_shuffle(struct random *random, size_t *indices, size_t count)
{
	for (size_t i = count; i > 1; i--) {
		size_t j = (size_t)random_below(random, i);
		size_t swap = indices[i - 1];
		indices[i - 1] = indices[j];
		indices[j] = swap;
	}
}

uint64_t random_draw(void)
{
	FILE *file = fopen("/dev/urandom", "r");
	struct random random = { (uint64_t)getpid() << 40 ^ (uint64_t)(uintptr_t)&file };
	struct timespec now = { 0 };
	uint64_t bits;
	bool drawn = file != NULL && fread(&bits, sizeof bits, 1, file) == 1;

	if (file != NULL)
		(void)fclose(file);
	if (drawn)
		return bits;
	(void)clock_gettime(CLOCK_REALTIME, &now);
	random.state ^= (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec;
	return random_next(&random);
}
