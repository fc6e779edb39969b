/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/shift.h"

#define VECTORS "tests/data/stats/strata.tsv"

struct loaded {
	struct numbers *a, *b;
	struct cluster_block *blocks;
	struct cluster_data data; /* a stratum is a block of runs of one value */
};

static void load(const struct vectors *v, struct loaded *loaded)
{
	size_t count = text_parts(vectors_field(v, "a"), '|');

	loaded->a = memory_zeroed(count, sizeof *loaded->a);
	loaded->b = memory_zeroed(count, sizeof *loaded->b);
	loaded->blocks = memory_zeroed(count, sizeof *loaded->blocks);
	for (size_t s = 0; s < count; s++) {
		numbers_part(&loaded->a[s], vectors_field(v, "a"), '|', s);
		numbers_part(&loaded->b[s], vectors_field(v, "b"), '|', s);
		loaded->blocks[s] = (struct cluster_block){
			loaded->a[s].values, loaded->b[s].values, loaded->a[s].count,
			loaded->b[s].count,
		};
	}
	loaded->data = (struct cluster_data){ loaded->blocks, count, 1, NULL, false };
}

static void unload(struct loaded *loaded)
{
	for (size_t s = 0; s < loaded->data.block_count; s++) {
		free(loaded->a[s].values);
		free(loaded->b[s].values);
	}
	free(loaded->a);
	free(loaded->b);
	free(loaded->blocks);
}

static size_t used(const struct loaded *loaded)
{
	size_t count = 0;

	for (size_t s = 0; s < loaded->data.block_count; s++)
		count += loaded->a[s].count > 0 && loaded->b[s].count > 0;
	return count;
}

/* The same on logarithms; all NaN unless every value is positive. */
static struct shift log_shift(const struct loaded *loaded, struct shift_rank rank)
{
	struct shift shift = { NAN, NAN, NAN, NAN };
	bool positive = true;

	for (size_t s = 0; s < loaded->data.block_count; s++) {
		for (size_t i = 0; i < loaded->a[s].count; i++)
			positive = positive && loaded->a[s].values[i] > 0;
		for (size_t i = 0; i < loaded->b[s].count; i++)
			positive = positive && loaded->b[s].values[i] > 0;
	}
	for (size_t s = 0; positive && s < loaded->data.block_count; s++) {
		for (size_t i = 0; i < loaded->a[s].count; i++)
			loaded->a[s].values[i] = log(loaded->a[s].values[i]);
		for (size_t i = 0; i < loaded->b[s].count; i++)
			loaded->b[s].values[i] = log(loaded->b[s].values[i]);
	}
	return positive ? shift_difference(&loaded->data, rank) : shift;
}

static double largest(const struct loaded *loaded)
{
	double most = 0;
	for (size_t s = 0; s < loaded->data.block_count; s++) {
		for (size_t i = 0; i < loaded->a[s].count; i++)
			most = fmax(most, fabs(loaded->a[s].values[i]));
		for (size_t i = 0; i < loaded->b[s].count; i++)
			most = fmax(most, fabs(loaded->b[s].values[i]));
	}
	return most;
}

static void check_sum(struct vectors *v, const struct loaded *loaded)
{
	struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	struct cluster_test result;

	cluster_run(&loaded->data, options, &result);
	assert_int_equal(result.test.method, METHOD_EXACT);
	vectors_near(v, "used", (double)used(loaded), 0);
	vectors_near(v, "u", result.test.u_a, 0);
	vectors_near(v, "e", result.test.mean, 0);
	vectors_near(v, "var", result.test.variance, 1e-9);
	vectors_near(v, "p_two_exact", result.test.p_two, 1e-9);
	vectors_near(v, "p_less_exact", result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_exact", result.test.p_greater, 1e-9);
	vectors_within(v, "log10_p_two_exact", result.test.log10_p_two, 1e-9);
	options.method = METHOD_ASYMPTOTIC;
	cluster_run(&loaded->data, options, &result);
	double constant = result.test.constant ? NAN : 1;
	vectors_near(v, "z_cc", result.test.z, 1e-9);
	vectors_near(v, "p_two_asym", constant * result.test.p_two, 1e-9);
	vectors_near(v, "p_less_asym", constant * result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_asym", constant * result.test.p_greater, 1e-9);
	options.continuity = false;
	cluster_run(&loaded->data, options, &result);
	vectors_near(v, "p_two_asym_nocc", constant * result.test.p_two, 1e-9);
}

static void check_van_elteren(struct vectors *v, const struct loaded *loaded)
{
	struct cluster_data data = loaded->data;
	struct test_options options = { METHOD_EXACT, true, 0.95, 0 };
	struct cluster_test result;

	data.is_van_elteren = true;
	cluster_run(&data, options, &result);
	assert_int_equal(result.test.method, METHOD_EXACT);
	vectors_near(v, "ve_t", result.test.u_a, 1e-12);
	vectors_near(v, "ve_e", result.test.mean, 1e-12);
	vectors_near(v, "ve_var", result.test.variance, 1e-9);
	vectors_near(v, "ve_p_two_exact", result.test.p_two, 1e-9);
	vectors_near(v, "ve_p_less_exact", result.test.p_less, 1e-9);
	vectors_near(v, "ve_p_greater_exact", result.test.p_greater, 1e-9);
	options.method = METHOD_ASYMPTOTIC;
	cluster_run(&data, options, &result);
	vectors_near(v, "ve_z", result.test.z, 1e-9);
	vectors_near(v, "ve_p_two_asym", result.test.constant ? NAN : result.test.p_two,
	             1e-9);
}

static void check_shift(struct vectors *v, const struct loaded *loaded)
{
	struct shift_rank rank = shift_rank(&loaded->data, 0.95);
	struct shift shift = shift_difference(&loaded->data, rank);
	double scale = 1e-12 * largest(loaded);

	/* Of the last case the vectors give no interval: nothing to compare with. */
	if (text_equal(vectors_field(v, "hl"), "NA"))
		return;
	vectors_near(v, "ci_k", rank.k, 0);
	vectors_within(v, "ci_conf", rank.achieved, 1e-9);
	vectors_within(v, "hl", shift.estimate, scale);
	vectors_within(v, "hl_lo", shift.low, scale);
	vectors_within(v, "hl_hi", shift.high, scale);
	struct shift ratio = log_shift(loaded, rank);
	vectors_near(v, "ratio", exp(ratio.estimate), 1e-12);
	vectors_near(v, "ratio_lo", exp(ratio.low), 1e-12);
	vectors_near(v, "ratio_hi", exp(ratio.high), 1e-12);
}

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;
	struct loaded loaded;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		load(&v, &loaded);
		check_sum(&v, &loaded);
		check_van_elteren(&v, &loaded);
		check_shift(&v, &loaded);
		unload(&loaded);
	}
	vectors_close(&v, VECTORS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_the_vectors_holds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
