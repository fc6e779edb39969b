/* SPDX-License-Identifier: MIT */
/* Which kernel `auto` takes: zones of given caches, and choices on trials made up. */
#include "check.h"

#include <math.h>

#include "base/random.h"
#include "base/units.h"
#include "measure/trial.h"

static struct hierarchy caches_of(const char *levels)
{
	struct hierarchy hierarchy = { 0 };
	struct error err = { 0 };

	assert_int_equal(hierarchy_give(&hierarchy, levels, &err), 0);
	return hierarchy;
}

static size_t zones_of(const char *levels, size_t threads, struct zone zones[ZONES_MAX])
{
	const struct workload workload = { .threads = threads };
	struct hierarchy hierarchy = caches_of(levels);
	size_t count = trial_zones(&hierarchy, &workload, zones);

	hierarchy_release(&hierarchy);
	return count;
}

static void a_zone_for_each_cache_but_the_first_and_one_for_memory(void **state)
{
	struct zone zones[ZONES_MAX];

	(void)state;
	assert_int_equal(zones_of("L1=32K,L2=512K,L3=32M", 1, zones), 3);
	assert_int_equal(zones[0].beyond_bytes, 32 * KIB);
	assert_int_equal(zones[0].footprint_bytes, 128 * KIB);
	assert_false(zones[0].is_memory);
	assert_int_equal(zones[1].beyond_bytes, 512 * KIB);
	assert_int_equal(zones[1].footprint_bytes, 4 * MIB);
	assert_false(zones[1].is_memory);
	assert_int_equal(zones[2].beyond_bytes, 32 * MIB);
	assert_int_equal(zones[2].footprint_bytes, 128 * MIB);
	assert_true(zones[2].is_memory);
	assert_int_equal(zones_of("L1=32K,L2=512K,L3=32M,L4=256M", 1, zones), ZONES_MAX);
}

/* Of a sweep by powers of two: what is twice the last cache and more, and all that is DRAM. */
static void no_cache_is_in_the_zone_of_memory_and_all_dram_is(void **state)
{
	static const unsigned last_mib[] = { 4, 8, 9, 12, 16, 20, 22, 30, 32, 33, 45, 96, 260 };
	struct zone zones[ZONES_MAX];
	char levels[64];

	(void)state;
	for (size_t i = 0; i < sizeof last_mib / sizeof *last_mib; i++) {
		uint64_t last = last_mib[i] * MIB, first = 1;
		(void)snprintf(levels, sizeof levels, "L1=48K,L2=2M,L3=%uM", last_mib[i]);
		size_t count = zones_of(levels, 1, zones);
		const struct zone *memory = &zones[count - 1];
		while (first <= memory->beyond_bytes)
			first *= 2;
		assert_true(memory->is_memory);
		assert_true(first >= 2 * last);
		assert_true(memory->beyond_bytes < 4 * last);
		assert_true(memory->footprint_bytes >= 4 * last);
		assert_true(memory->footprint_bytes > memory->beyond_bytes);
	}
}

/* As believed in launches on a Zen 5 and on a Zen 3 whose neighbours come and go. */
static void what_neighbours_leave_of_a_cache_does_not_move_memory(void **state)
{
	static const char *const left[] = {
		"L1=48K,L2=1M,L3=16M", "L1=48K,L2=1M,L3=23M", "L1=48K,L2=1M,L3=32M",
		"L1=32K,L2=512K,L3=11M",
	};
	struct zone zones[ZONES_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
		size_t count = zones_of(left[i], 1, zones);
		assert_int_equal(zones[count - 1].beyond_bytes, 32 * MIB);
	}
}

/* As finely as its size is known it may be of the step below, which rates have to show. */
static void a_cache_half_an_octave_above_a_step_may_be_of_that_step(void **state)
{
	static const struct {
		const char *levels;
		uint64_t beyond_mib, earlier_mib;
	} cases[] = {
		{ "L1=48K,L2=1M,L3=32M", 32, 0 },   { "L1=48K,L2=1M,L3=33M", 128, 32 },
		{ "L1=48K,L2=1M,L3=45M", 128, 32 }, { "L1=48K,L2=1M,L3=46M", 128, 0 },
		{ "L1=48K,L2=1M,L3=64M", 128, 0 },  { "L1=48K,L2=1M,L3=11M", 32, 8 },
		{ "L1=48K,L2=1M,L3=14M", 32, 0 },
	};
	struct zone zones[ZONES_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t count = zones_of(cases[i].levels, 1, zones);
		const struct zone *memory = &zones[count - 1];
		assert_int_equal(memory->beyond_bytes, cases[i].beyond_mib * MIB);
		assert_int_equal(memory->earlier_bytes, cases[i].earlier_mib * MIB);
		struct zone earlier = zone_earlier(memory);
		assert_true(earlier.is_memory);
		assert_int_equal(earlier.beyond_bytes, cases[i].earlier_mib * MIB);
		assert_int_equal(earlier.footprint_bytes, 4 * earlier.beyond_bytes);
	}
}

static void sizes_that_differ_little_give_the_same_zones(void **state)
{
	static const char *const alike[] = {
		"L1=32K,L2=1M,L3=9400K", "L1=32K,L2=1M,L3=9600K", "L1=28K,L2=900K,L3=14M",
		"L1=36K,L2=1200K,L3=10M",
	};
	struct zone first[ZONES_MAX], zones[ZONES_MAX];

	(void)state;
	size_t count = zones_of(alike[0], 1, first);
	for (size_t i = 1; i < sizeof alike / sizeof *alike; i++) {
		assert_int_equal(zones_of(alike[i], 1, zones), count);
		for (size_t j = 0; j < count; j++)
			assert_int_equal(zones[j].beyond_bytes, first[j].beyond_bytes);
	}
}

static void what_is_not_believed_has_no_zone(void **state)
{
	const struct workload workload = { .threads = 1 };
	struct hierarchy hierarchy = caches_of("L1=32K,L2=1M,L3=8M");
	struct zone zones[ZONES_MAX];

	(void)state;
	hierarchy.levels[2].believed_bytes = 0;
	assert_int_equal(trial_zones(&hierarchy, &workload, zones), 1);
	assert_false(zones[0].is_memory);
	hierarchy_release(&hierarchy);
	hierarchy = (struct hierarchy){ 0 };
	assert_int_equal(trial_zones(&hierarchy, &workload, zones), 0);
}

/* Rounds share what the machine does to them; each kernel adds its own scatter. */
static void make_up(struct trial *trial, struct random *random, double advantage,
                    double scatter)
{
	for (size_t round = 0; round < TRIAL_ROUNDS; round++) {
		double shared = 1 - 0.4 * random_unit(random);
		for (size_t i = 0; i < trial->count; i++) {
			/* Box and Muller (1958). */
			double z = sqrt(-2 * log(1 - random_unit(random))) *
			           cos(2 * acos(-1.0) * random_unit(random));
			trial->rates[i][round] = shared * exp(scatter * z) *
			                         (i == 1 ? 1 + advantage : 1);
		}
	}
}

enum { LAUNCHES = 2000 };

/* In how many of the launches the second of two kernels is chosen. */
static int count_chosen(bool is_memory, double advantage, double scatter)
{
	struct trial trial = { .zone = { .is_memory = is_memory }, .count = 2 };
	struct random random = { 1 };
	int chosen = 0;

	for (int i = 0; i < LAUNCHES; i++) {
		make_up(&trial, &random, advantage, scatter);
		trial_decide(&trial);
		chosen += trial.chosen == 1;
	}
	return chosen;
}

/*
 * 2.6 standard errors, the normal distribution's 0.5 %, of the median of 31 log ratios about
 * the threshold, or of the number of rounds that agree about the 23 asked for.
 */
static bool is_within_width(double advantage, double threshold, double scatter)
{
	double paired = sqrt(2.0) * scatter, ahead = log1p(advantage);
	double error = 1.2533 * paired / sqrt(TRIAL_ROUNDS);
	double agree = erfc(-ahead / paired / sqrt(2.0)) / 2; /* the share of rounds */
	double rounds = sqrt(TRIAL_ROUNDS * agree * (1 - agree));

	return fabs(ahead - log1p(threshold)) < 2.6 * error ||
	       (advantage > threshold && fabs(TRIAL_ROUNDS * agree - 23) < 2.6 * rounds);
}

static void a_name_changes_in_one_launch_of_a_hundred_at_most(void **state)
{
	static const double advantages[] = { 0, 0.05, 0.10, 0.15, 0.25 };
	int outside = 0;

	(void)state;
	for (size_t i = 0; i < 5 * 6 * 2; i++) {
		bool is_memory = i % 2;
		double advantage = advantages[i / 12], scatter = 0.01 * (double)(i / 2 % 6 + 1);
		double threshold = is_memory ? 0.10 : 0.04;
		if (is_within_width(advantage, threshold, scatter))
			continue;
		int chosen = count_chosen(is_memory, advantage, scatter);
		int wrong = advantage > threshold ? LAUNCHES - chosen : chosen;
		if (wrong > LAUNCHES / 100)
			fail_msg("%s, advantage %.0f %%, scatter %.0f %%: %d of %d",
			         is_memory ? "memory" : "cache", 100 * advantage, 100 * scatter,
			         wrong, LAUNCHES);
		outside++;
	}
	/* That of the 60 cases most are asked. */
	assert_true(outside >= 40);
}

static void kernels_that_are_alike_leave_the_default(void **state)
{
	(void)state;
	for (int percent = 1; percent <= 6; percent++) {
		assert_true(count_chosen(true, 0, 0.01 * percent) <= LAUNCHES / 1000);
		assert_true(count_chosen(false, 0, 0.01 * percent) <= LAUNCHES / 200);
	}
}

static void set_rates(struct trial *trial, const double rates[KERNELS_TRIED])
{
	for (size_t i = 0; i < trial->count; i++)
		for (size_t round = 0; round < TRIAL_ROUNDS; round++)
			trial->rates[i][round] = rates[i];
}

/* As on a machine where stores past the caches win by what launches scatter about. */
static void the_incumbent_stays_whatever_it_wins_by(void **state)
{
	(void)state;
	for (int percent = 0; percent <= 25; percent++) {
		struct trial trial = { .zone.is_memory = true, .count = 2, .incumbent = 1 };
		struct random random = { 1 };
		int left = 0;
		for (int i = 0; i < LAUNCHES; i++) {
			make_up(&trial, &random, 0.01 * percent, 0.06);
			trial_decide(&trial);
			left += trial.chosen != 1;
		}
		assert_true(left <= LAUNCHES / 200);
	}
}

static void the_incumbent_is_beaten_by_what_is_clearly_faster(void **state)
{
	struct trial trial = { .zone.is_memory = true, .count = 3, .incumbent = 2 };

	(void)state;
	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, 10.9, 10 });
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 2);
	set_rates(&trial, (const double[KERNELS_TRIED]){ 11.2, 12, 10 });
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 0);
}

/* Non-temporal stores where the zone is memory, and nowhere else. */
static void memory_begins_with_stores_past_the_caches(void **state)
{
	struct trial trial = { .zone.is_memory = true };

	(void)state;
	for (unsigned op = 0; op < OP_COUNT; op++) {
		const struct kernel *past = kernels_nontemporal(op, UINT64_MAX);
		trial.count = kernels_tried(op, UINT64_MAX, true, trial.kernels);
		size_t first = trial_incumbent(&trial);
		assert_true(first == 0 || trial.kernels[first] == past);
		trial.count = kernels_tried(op, UINT64_MAX, false, trial.kernels);
		assert_int_equal(trial_incumbent(&trial), 0);
	}
}

/* A tie with the kernel of the cache before makes no switch: back to the default either. */
static void a_cache_goes_on_with_the_kernel_of_the_one_before(void **state)
{
	struct trial trial = { .op = OP_COPY };

	(void)state;
	trial.count = kernels_tried(OP_COPY, UINT64_MAX, false, trial.kernels);
	for (size_t i = 0; i < trial.count; i++) {
		trial.before = trial.kernels[i];
		assert_int_equal(trial_incumbent(&trial), i);
	}
	trial.before = kernels_nontemporal(OP_COPY, UINT64_MAX);
	assert_int_equal(trial_incumbent(&trial), 0);
	for (int percent = -1; percent <= 25; percent += 2) {
		struct trial next = { .count = 2, .incumbent = 1 };
		struct random random = { 1 };
		int left = 0;
		for (int i = 0; i < LAUNCHES; i++) {
			make_up(&next, &random, 0.01 * percent, 0.02);
			trial_decide(&next);
			left += next.chosen != 1;
		}
		assert_true(left <= LAUNCHES / 100);
	}
}

/* Of two that beat the default the plainer stays, unless the other clearly beats it too. */
static void a_third_kernel_has_to_beat_the_second(void **state)
{
	struct trial trial = { .zone = { .is_memory = true }, .count = 3 };

	(void)state;
	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, 12, 12.5 });
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 1);
	assert_near(trial.ratios[2], 1.25, 1e-12);
	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, 12, 14 });
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 2);
	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, 10.5, 11.2 });
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 2);
}

static void a_win_in_too_few_rounds_is_none(void **state)
{
	struct trial trial = { .zone = { .is_memory = true }, .count = 2 };

	(void)state;
	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, 15 });
	for (size_t round = 0; round < 9; round++)
		trial.rates[1][round] = 9.9;
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 0);
	trial.rates[1][0] = 15;
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 1);
	/* Interrupted, or of a clock so coarse that a slice holds no sample for each round. */
	for (size_t round = 22; round < TRIAL_ROUNDS; round++)
		trial.rates[0][round] = 0;
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 0);
}

static bool is_close(bool is_memory, double rate)
{
	struct trial trial = { .zone.is_memory = is_memory, .count = 2 };

	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, rate });
	return trial_is_close(&trial);
}

static void about_the_threshold_a_trial_is_close(void **state)
{
	(void)state;
	assert_true(is_close(false, 10.3) && is_close(false, 10.7));
	assert_false(is_close(false, 10) || is_close(false, 10.1) || is_close(false, 11));
	assert_true(is_close(true, 10.6) && is_close(true, 12));
	assert_false(is_close(true, 9) || is_close(true, 10.3) || is_close(true, 12.5));
}

/* Ahead in one trial, since something met the other; in the next it is not. */
static void of_two_trials_all_rounds_count(void **state)
{
	struct trial trial = { .count = 2 };

	(void)state;
	set_rates(&trial, (const double[KERNELS_TRIED]){ 10, 10.6 });
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 1);
	trial.times = 1;
	for (size_t round = TRIAL_ROUNDS; round < 2 * TRIAL_ROUNDS; round++) {
		trial.rates[0][round] = 10;
		trial.rates[1][round] = 9.8;
	}
	trial_decide(&trial);
	assert_int_equal(trial.chosen, 0);
	/* The samples of a second trial come behind those of the first. */
	trial_take(&trial, 1, 530, (const uint64_t[TRIAL_ROUNDS]){ 10 }, 1);
	assert_near(trial.rates[1][TRIAL_ROUNDS], 53, 1e-12);
	assert_near(trial.rates[1][0], 10.6, 1e-12);
}

/* 91 samples: rounds of three, but for the last, which has one. */
static void samples_are_dealt_to_rounds_as_they_came(void **state)
{
	struct trial trial = { .count = 1 };
	uint64_t ns[91];

	(void)state;
	for (size_t i = 0; i < 91; i++)
		ns[i] = 100 * (i / 3 + 1) + (i % 3 == 2 ? 1000 : 0);
	trial_take(&trial, 0, 4200, ns, 91);
	assert_near(trial.rates[0][0], 42, 1e-12);
	assert_near(trial.rates[0][13], 3, 1e-12);
	assert_near(trial.rates[0][30], 4200.0 / 3100, 1e-12);
}

static void memory_is_where_rates_fall_no_more(void **state)
{
	(void)state;
	/* Memory, then half in a shared cache. */
	assert_int_equal(trial_plateau((const double[]){ 10, 10.2, 11.9, 17 }, 4), 3);
	assert_int_equal(trial_plateau((const double[]){ 10, 10.2, 10.1, 9.5 }, 4), 4);
	/* Still falling at the largest, or not measured. */
	assert_int_equal(trial_plateau((const double[]){ 10, 14, 14, 14 }, 4), 0);
	assert_int_equal(trial_plateau((const double[]){ 10, 0, 0, 0 }, 4), 0);
	assert_int_equal(trial_plateau((const double[]){ 0, 0, 0, 0 }, 4), 0);
}

/* The same whether three sizes are flat or four; nothing in the zone is not. */
static void memory_without_a_cache_begins_in_the_same_steps(void **state)
{
	(void)state;
	assert_int_equal(trial_blind_beyond(256 * MIB, 2), 128 * MIB);
	assert_int_equal(trial_blind_beyond(256 * MIB, 3), 32 * MIB);
	assert_int_equal(trial_blind_beyond(256 * MIB, 4), 32 * MIB);
	for (size_t flat = 2; flat <= 4; flat++)
		assert_true(2 * trial_blind_beyond(192 * MIB, flat) >= (192 * MIB) >> (flat - 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_zone_for_each_cache_but_the_first_and_one_for_memory),
		cmocka_unit_test(no_cache_is_in_the_zone_of_memory_and_all_dram_is),
		cmocka_unit_test(what_neighbours_leave_of_a_cache_does_not_move_memory),
		cmocka_unit_test(a_cache_half_an_octave_above_a_step_may_be_of_that_step),
		cmocka_unit_test(sizes_that_differ_little_give_the_same_zones),
		cmocka_unit_test(what_is_not_believed_has_no_zone),
		cmocka_unit_test(a_name_changes_in_one_launch_of_a_hundred_at_most),
		cmocka_unit_test(kernels_that_are_alike_leave_the_default),
		cmocka_unit_test(the_incumbent_stays_whatever_it_wins_by),
		cmocka_unit_test(the_incumbent_is_beaten_by_what_is_clearly_faster),
		cmocka_unit_test(memory_begins_with_stores_past_the_caches),
		cmocka_unit_test(a_cache_goes_on_with_the_kernel_of_the_one_before),
		cmocka_unit_test(a_third_kernel_has_to_beat_the_second),
		cmocka_unit_test(a_win_in_too_few_rounds_is_none),
		cmocka_unit_test(memory_is_where_rates_fall_no_more),
		cmocka_unit_test(memory_without_a_cache_begins_in_the_same_steps),
		cmocka_unit_test(about_the_threshold_a_trial_is_close),
		cmocka_unit_test(of_two_trials_all_rounds_count),
		cmocka_unit_test(samples_are_dealt_to_rounds_as_they_came),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
