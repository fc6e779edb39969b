/* SPDX-License-Identifier: MIT */
/*
 * How often a fleet is judged right: simulated hosts whose truth is known, 5 to 1000 of them.
 * A host's ln rate is its own plus that of its runs; what is asked for stands beside each.
 */
#include "check.h"

#include "fleet/parts.h"
#include "fleets.h"
#include "simulated.h"

#define HOSTS_MOST 1000

/* Student's t with 5 degrees of freedom, scaled to the same middle half as a normal value: its
 * upper quartile is 0.7267, that of a normal one 0.6745. */
static double heavy(struct random *random)
{
	double squares = 0;

	for (int i = 0; i < 5; i++)
		squares += pow(simulated_normal(random), 2);
	return simulated_normal(random) / sqrt(squares / 5) * 0.6745 / 0.7267;
}

/* What the hosts of a simulated fleet are like. */
struct kind {
	size_t count;
	double dram_sd, l1_sd;
	double dram, l1; /* of the first host, parts of the usual */
	double (*draw)(struct random *);
};

struct simulated_fleet {
	struct fleet_group group;
	struct fleet_host hosts[HOSTS_MOST];
};

static void draw_and_judge(const struct kind *kind, struct random *random,
                           struct simulated_fleet *fleet)
{
	static const char *const names[] = { "first", "other" };

	fleet->group = (struct fleet_group){ .hosts = fleet->hosts, .host_count = kind->count };
	for (size_t i = 0; i < kind->count; i++) {
		struct fleet_host *host = &fleet->hosts[i];
		*host = (struct fleet_host){ .name = names[i > 0] };
		host->rates[FLEET_JUDGED].log_rate = kind->dram_sd * kind->draw(random) +
		                                     (i == 0 ? log(kind->dram) : 0);
		host->rates[FLEET_CONTROL].log_rate = kind->l1_sd * kind->draw(random) +
		                                      (i == 0 ? log(kind->l1) : 0);
	}
	fleet_judge(&fleet->group, &fleet_defaults);
}

/* ---- A healthy fleet ---- */

/* Part of such fleets in which any host is odd or slow, and in which any is slow. */
struct alarms {
	double any, slow;
};

static struct alarms alarms_of(struct kind kind, size_t trials, uint64_t seed)
{
	static struct simulated_fleet fleet;
	struct random random = { seed };
	size_t any = 0, slow = 0;

	kind.dram = kind.l1 = 1;
	for (size_t trial = 0; trial < trials; trial++) {
		draw_and_judge(&kind, &random, &fleet);
		slow += fleet.group.counts[FLEET_SLOW] > 0;
		any += fleet.group.counts[FLEET_ALIKE] < kind.count;
	}
	return (struct alarms){ (double)any / (double)trials, (double)slow / (double)trials };
}

static size_t trials_of(size_t count)
{
	return count <= 100 ? 3000 : 500;
}

static const size_t counts[] = { 5, 10, 32, 100, 1000 };
#define COUNTS (sizeof counts / sizeof *counts)

static void one_healthy_fleet_in_twenty_has_a_host_beyond_the_fence(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTS; i++) {
		struct kind kind = { counts[i], 0.006, 0.002, 1, 1, simulated_normal };
		struct alarms alarms = alarms_of(kind, trials_of(counts[i]), 1 + i);
		print_message("# %zu normal hosts, sd 0.6 %%: %.1f %% odd or slow, %.1f %% slow\n",
		              counts[i], 100 * alarms.any, 100 * alarms.slow);
		assert_true(alarms.any > 0.035 && alarms.any < 0.065);
	}
}

/* Hosts so far apart that the margin lies inside the fence, in the control too: both count. */
static void a_wide_control_leaves_it_at_one_in_twenty(void **state)
{
	(void)state;
	for (size_t i = 0; i + 1 < COUNTS; i++) {
		struct kind kind = { counts[i], 0.03, 0.03, 1, 1, simulated_normal };
		struct alarms alarms = alarms_of(kind, trials_of(counts[i]), 11 + i);
		assert_true(alarms.any > 0.035 && alarms.any < 0.065);
	}
}

/* Tails of t(5): beyond the fence many, beyond the margin as well few. */
static void heavy_tails_make_odd_hosts_but_hardly_a_slow_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNTS; i++) {
		struct kind kind = { counts[i], 0.006, 0.002, 1, 1, heavy };
		struct alarms alarms = alarms_of(kind, trials_of(counts[i]), 21 + i);
		print_message("# %zu hosts of t(5), sd 0.6 %%: %.1f %% odd or slow, %.1f %% slow\n",
		              counts[i], 100 * alarms.any, 100 * alarms.slow);
		assert_true(counts[i] > 100 || alarms.slow <= 0.15);
	}
}

/* ---- A slow host ---- */

/* How often the first host is called slow, and for that cause, and how often no other is. */
struct found {
	double slow, cause, alone;
};

static struct found found_of(struct kind kind, enum fleet_cause cause, size_t trials,
                             uint64_t seed)
{
	static struct simulated_fleet fleet;
	struct random random = { seed };
	size_t slow = 0, right = 0, alone = 0;

	for (size_t trial = 0; trial < trials; trial++) {
		draw_and_judge(&kind, &random, &fleet);
		alone += fleet.group.counts[FLEET_SLOW] == 1;
		for (size_t i = 0; i < kind.count; i++) {
			const struct fleet_host *host = &fleet.hosts[i];
			if (strcmp(host->name, "first") != 0 || host->verdict != FLEET_SLOW)
				continue;
			slow++;
			right += host->cause == cause;
		}
	}
	return (struct found){ (double)slow / (double)trials, (double)right / (double)trials,
		               (double)alone / (double)trials };
}

static void a_host_slower_by_7_percent_is_found_among_20(void **state)
{
	static const size_t sizes[] = { 20, 32, 100, 1000 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct kind kind = { sizes[i], 0.01, 0.003, 0.93, 1, simulated_normal };
		struct found found = found_of(kind, FLEET_MEMORY, sizes[i] < 1000 ? 2000 : 200,
		                              31 + i);
		print_message("# one of %zu slower by 7 %%, sd 1 %%: found %.1f %%, as memory %.1f\n",
		              sizes[i], 100 * found.slow, 100 * found.cause);
		assert_true(found.slow >= 0.9);
		assert_true(found.cause >= 0.9);
		assert_true(found.alone >= 0.9);
	}
}

static void a_host_slower_by_10_percent_is_found_among_8(void **state)
{
	static const size_t sizes[] = { 8, 10, 16, 100 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct kind kind = { sizes[i], 0.01, 0.003, 0.9, 1, simulated_normal };
		struct found found = found_of(kind, FLEET_MEMORY, sizes[i] < 100 ? 20000 : 1000,
		                              41 + i);
		print_message("# one of %zu slower by 10 %%, sd 1 %%: found %.2f %%\n", sizes[i],
		              100 * found.slow);
		assert_true(found.slow >= 0.99);
	}
}

static void a_host_whose_first_cache_is_slower_too_is_of_the_clock(void **state)
{
	static const size_t sizes[] = { 10, 20, 100 };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct kind kind = { sizes[i], 0.006, 0.003, 0.92, 0.92, simulated_normal };
		struct found found = found_of(kind, FLEET_CLOCK, 1000, 51 + i);
		print_message("# one of %zu slower by 8 %% in both: of the clock %.1f %%\n",
		              sizes[i], 100 * found.cause);
		assert_true(found.cause >= 0.95);
	}
}

/* ---- The second round ---- */

/* Rows of a host as it is measured again, runs 0.3 % apart. */
static void round_add(struct compare_file *file, const char *name, double log_rate,
                      struct random *random)
{
	for (uint64_t run = 1; run <= 10; run++) {
		struct hand_host host = { .name = name, .session = name };
		hand_row(&file->cells, &host, run, "DRAM",
		         HAND_DRAM * exp(log_rate + 0.003 * simulated_normal(random)));
	}
}

static const struct cell **pointers(const struct cells *cells)
{
	const struct cell **rows = calloc(cells->count, sizeof *rows);

	for (size_t i = 0; i < cells->count; i++)
		rows[i] = &cells->items[i];
	return rows;
}

#define ROWS_A_HOST 10

/*
 * The suspects of a fleet and as many others, three at least, measured again: the first host
 * as much slower as it is, the others each with a new draw of what hosts differ by. How many
 * are confirmed of those that are healthy, and whether the first is.
 */
struct confirmed {
	size_t healthy, first;
};

static struct confirmed round_judge(const struct kind *kind, struct random *random,
                                    struct simulated_fleet *fleet)
{
	struct fleet_group *group = &fleet->group;
	size_t suspects = group->counts[FLEET_SLOW], again = 0;
	size_t wanted = suspects + (suspects > 3 ? suspects : 3);
	static uint64_t block = HAND_BLOCK;
	struct compare_file file = { .path = "again" };
	struct confirmed confirmed = { 0, 0 };

	/* Those that are slow come first. */
	for (; again < wanted && again < group->host_count; again++) {
		bool is_first = strcmp(group->hosts[again].name, "first") == 0;
		round_add(&file, group->hosts[again].name,
		          kind->dram_sd * kind->draw(random) + (is_first ? log(kind->dram) : 0),
		          random);
	}
	const struct cell **rows = pointers(&file.cells);
	for (size_t i = 0; i < again; i++) {
		group->hosts[i].cells = rows + i * ROWS_A_HOST;
		group->hosts[i].count = ROWS_A_HOST;
	}
	group->levels[FLEET_JUDGED].sizes = &block;
	group->levels[FLEET_JUDGED].size_count = 1;
	fleet_confirm(group, &fleet_defaults);
	for (size_t i = 0; i < group->host_count; i++) {
		bool is_first = strcmp(group->hosts[i].name, "first") == 0 && kind->dram < 1;
		confirmed.first += is_first && group->hosts[i].verdict == FLEET_CONFIRMED;
		confirmed.healthy += !is_first && group->hosts[i].verdict == FLEET_CONFIRMED;
	}
	free(rows);
	cells_release(&file.cells);
	return confirmed;
}

static void after_confirming_hardly_any_healthy_host_is_left(void **state)
{
	static struct simulated_fleet fleet;

	(void)state;
	for (size_t i = 0; i + 1 < COUNTS; i++) {
		struct kind kind = { counts[i], 0.006, 0.002, 1, 1, heavy };
		struct random random = { 61 + i };
		size_t before = 0, after = 0;
		for (size_t trial = 0; trial < 2000; trial++) {
			draw_and_judge(&kind, &random, &fleet);
			if (fleet.group.counts[FLEET_SLOW] == 0)
				continue;
			before++;
			after += round_judge(&kind, &random, &fleet).healthy > 0;
		}
		print_message("# %zu hosts of t(5): slow in %.2f %% of fleets, confirmed in %.2f\n",
		              counts[i], (double)before / 20, (double)after / 20);
		assert_true(before <= 300);
		assert_true(after <= 20);
	}
}

static void a_host_that_stays_slow_is_confirmed(void **state)
{
	static struct simulated_fleet fleet;
	struct kind kind = { 32, 0.006, 0.002, 0.92, 1, simulated_normal };
	struct random random = { 71 };
	size_t found = 0, confirmed = 0;

	(void)state;
	for (size_t trial = 0; trial < 1000; trial++) {
		draw_and_judge(&kind, &random, &fleet);
		found += fleet.group.counts[FLEET_SLOW] > 0;
		if (fleet.group.counts[FLEET_SLOW] > 0)
			confirmed += round_judge(&kind, &random, &fleet).first;
	}
	print_message("# one of 32 slower by 8 %%, sd 0.6 %%: found in %zu of 1000, confirmed in "
	              "%zu\n", found, confirmed);
	assert_true(found >= 990);
	assert_true(confirmed >= 950);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_healthy_fleet_in_twenty_has_a_host_beyond_the_fence),
		cmocka_unit_test(a_wide_control_leaves_it_at_one_in_twenty),
		cmocka_unit_test(heavy_tails_make_odd_hosts_but_hardly_a_slow_one),
		cmocka_unit_test(a_host_slower_by_7_percent_is_found_among_20),
		cmocka_unit_test(a_host_slower_by_10_percent_is_found_among_8),
		cmocka_unit_test(a_host_whose_first_cache_is_slower_too_is_of_the_clock),
		cmocka_unit_test(after_confirming_hardly_any_healthy_host_is_left),
		cmocka_unit_test(a_host_that_stays_slow_is_confirmed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
