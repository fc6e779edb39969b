/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_MEASURE_TRIAL_H
#define MEMBENCH_MEASURE_TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caches/attribute.h"
#include "caches/hierarchy.h"
#include "kernels/kernel.h"

/*
 * How `--kernel auto` chooses. What fits the first cache is done by the widest vectors. For
 * each zone of footprints beyond it a short trial sets the kernels that may beat them
 * (kernels_tried()) against them, on samples that are not reported.
 */
struct zone {
	uint64_t beyond_bytes;    /* footprints of a thread, larger than this ... */
	uint64_t footprint_bytes; /* ... tried at this one */
	bool is_memory;           /* surely no cache: non-temporal stores may be tried */
	uint64_t earlier_bytes;   /* of memory: it begins here already if that is memory, see
	                           * zone_earlier(); 0: it is not */
};
enum { ZONES_MAX = CACHE_LEVELS };

/*
 * A zone for each believed cache but the first, from the size of the one before on, in powers
 * of two so that 9.4M and 9.6M give the same, and one for memory. Memory's begins at the
 * first of 2M, 8M, 32M, 128M ... that holds the last cache: up to four times that cache, so
 * that it holds all that is called DRAM; of a sweep by powers of two it has the footprints of
 * twice that cache and more, which show none. What is left of a shared cache scatters by up
 * to an octave from launch to launch (14M to 26M of a Zen 5's 32M, 10M to 17M of a Zen 3's):
 * steps of two octaves are the widest that four times the cache allow. A cache up to half an
 * octave above a step, as finely as it is known, may be one of that step: what the trial shows
 * decides (earlier_bytes). It is tried at a footprint of four times the cache or more.
 * `workload` says how many threads share caches. Returns how many, ascending; 0 where no cache
 * is believed.
 */
size_t trial_zones(const struct hierarchy *hierarchy, const struct workload *workload,
                   struct zone zones[ZONES_MAX]);

/*
 * Where no last cache is believed: of the rates of one kernel at footprints that halve from
 * the largest on, how many are memory's, since they fall no more: 0 where not two are, else
 * those within 1.33 of the first (rows of memory ran at 0.91 to 1.22 times larger ones, rows
 * that a cache still served at 1.44 and more).
 */
size_t trial_plateau(const double *rates, size_t count);

/*
 * The zone of memory that begins at earlier_bytes: it is the one where the default runs at its
 * footprint and at half of that alike (trial_plateau()). On a Zen 5 whose L3 seemed to be 45M
 * copies of 64M ran at 1.04 to 1.19 times those of 128M, and those of 16M beside an L3 of 23M
 * at 1.3 to 1.7 times those of 32M.
 */
struct zone zone_earlier(const struct zone *memory);

/*
 * Where memory's zone begins if the `flat` largest of sizes that halve from `footprint_bytes`
 * on are memory: in the steps that a believed cache gives, and so that no size twice as large
 * is less than the least of them.
 */
uint64_t trial_blind_beyond(uint64_t footprint_bytes, size_t flat);

/*
 * One zone's trial: all kernels in each round, in an order drawn anew for each. A close one is
 * tried a second time.
 */
enum { TRIAL_ROUNDS = 31, TRIAL_TIMES = 2 };
struct trial {
	struct zone zone;
	enum op op;
	size_t count;                                /* of kernels, the default first */
	const struct kernel *kernels[KERNELS_TRIED];
	const struct kernel *before;                 /* of the zone before; NULL: none */
	size_t times;                                /* how often it was tried before */
	double rates[KERNELS_TRIED][TRIAL_TIMES * TRIAL_ROUNDS]; /* 0 where a round has none */
	size_t incumbent;                            /* the others have to beat it clearly */
	/* What follows is trial_decide()'s. */
	double ratios[KERNELS_TRIED];                /* median over rounds, to the default */
	size_t chosen;
};

/*
 * Rates by round of kernel `index` from the times of its samples, in the order in which they
 * were taken: bytes / first quartile of a round's. Nothing where there are too few. They
 * come behind those of the trial->times before.
 */
void trial_take(struct trial *trial, size_t index, double sample_bytes, const uint64_t *ns,
                size_t count);

/*
 * Which kernel the others have to beat: that of the zone before, else the default, so that a
 * tie makes no switch; in memory the one of non-temporal stores where there is one, since it
 * moves two thirds of the bytes. It was ahead of the default by 1.1 to 1.9 times on the
 * machines seen first (Zen 3, Zen 5, Emerald Rapids), and by 0.95 to 1.3 over the days of one
 * of them: a threshold for it would lie amidst what single launches find.
 */
size_t trial_incumbent(const struct trial *trial);

/*
 * A kernel takes the place of the one chosen so far, at first the incumbent, where the median
 * of log(its rate / that one's), paired by round, reaches the zone's threshold and at least
 * 23 of 31 rounds agree (one-sided sign test, p = 0.005), 46 of 62. Pure.
 *
 * The threshold is far from chance: the median of 31 ratios that scatter by s has a standard
 * error of 1.25 s / sqrt(31) = 0.22 s, so that 4 % in caches stands above three of them up to
 * s = 6 %, 10 % in memory up to s = 15 %.
 */
void trial_decide(struct trial *trial);

/*
 * Whether a kernel is ahead of the incumbent by half the threshold to twice as much: a trial
 * that the machine disturbed could have gone the other way.
 */
bool trial_is_close(const struct trial *trial);

#endif
