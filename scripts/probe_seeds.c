/* SPDX-License-Identifier: MIT */
/*
 * How often the probe finds what a simulated cache can hold, by size and by how long lines
 * live in it. Beside it what must never be: a wrong report believed, a size that was not walked.
 *     make build/release/tools/probe_seeds && build/release/tools/probe_seeds [SEEDS]
 */
#include "../tests/memory_judge.h"

static void run(const struct scenario *scenario, size_t seeds)
{
	size_t good = 0, found = 0, wrong = 0, unwalked = 0, inside = 0;
	double truth = 0, walked = 0, sum = 0;

	for (size_t seed = 1; seed <= seeds; seed++) {
		struct judgement one = judge_launch(scenario, seed);
		good += one.is_good;
		found += one.found_bytes > 0;
		sum += one.found_bytes > 0 ? one.found_bytes : one.at_least_bytes;
		wrong += one.believes_wrong;
		unwalked += one.says_unwalked;
		inside += one.is_inside;
		truth = one.truth_bytes;
		walked += one.walked_bytes;
	}
	(void)printf("%6.0fM %8.0f ms %8.1fM %7.0fM %6zu %6zu %6zu %8.1fM %6zu %6zu\n",
	             (double)scenario->cache_bytes / 0x1p20, scenario->life_ns / 1e6,
	             truth / 0x1p20, walked / (double)seeds / 0x1p20, inside, found, good,
	             sum / (double)seeds / 0x1p20, wrong, unwalked);
}

int main(int argc, char **argv)
{
	static const double lives_ms[] = { 5, 25, 100, (double)INFINITY };
	size_t seeds = argc > 1 ? strtoul(argv[1], NULL, 10) : 200;

	(void)printf("%7s %11s %9s %8s %6s %6s %6s %9s %6s %6s\n", "cache", "life", "held",
	             "walked", "inside", "found", "good", "mean", "wrong", "unwalked");
	for (uint64_t bytes = UINT64_C(4) << 20; bytes <= UINT64_C(512) << 20; bytes *= 2) {
		for (size_t i = 0; i < sizeof lives_ms / sizeof *lives_ms; i++) {
			const struct scenario scenario = { bytes, UINT64_C(256) << 20,
				                           lives_ms[i] * 1e6, 0 };
			run(&scenario, seeds);
		}
	}
	return 0;
}
