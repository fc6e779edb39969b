/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/ranks.h"
#include "stats/shift.h"
#include "stats/utest.h"

#define VECTORS "tests/data/stats/mwu.tsv"

static struct sample field_sample(const struct vectors *vectors, const char *name,
                                  struct numbers *numbers)
{
	*numbers = (struct numbers){ 0 };
	numbers_add(numbers, vectors_field(vectors, name));
	return (struct sample){ numbers->values, numbers->count };
}

static double largest(struct sample a, struct sample b)
{
	double most = 0;
	for (size_t i = 0; i < a.count; i++)
		most = fmax(most, fabs(a.values[i]));
	for (size_t i = 0; i < b.count; i++)
		most = fmax(most, fabs(b.values[i]));
	return most;
}

static void check_exact(struct vectors *v, struct sample a, struct sample b)
{
	struct test_options options = { METHOD_EXACT, true, 0.95 };
	struct utest result;

	utest_run(a, b, options, &result);
	assert_int_equal(result.test.method, METHOD_EXACT);
	vectors_near(v, "u_a", result.test.u_a, 0);
	vectors_near(v, "u_b", result.test.u_b, 0);
	vectors_near(v, "tie_term", (double)result.tie_term, 0);
	vectors_near(v, "p_two_exact", result.test.p_two, 1e-9);
	vectors_near(v, "p_less_exact", result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_exact", result.test.p_greater, 1e-9);
	vectors_within(v, "log10_p_two_exact", result.test.log10_p_two, 1e-9);
	vectors_near(v, "a12", result.a12, 1e-12);
	vectors_within(v, "cliff", result.cliff, 1e-12);
	vectors_check(v, "p less the floor", fmin(result.test.p_two - result.test.p_floor, 0), 0,
	              1e-9 * result.test.p_floor);
}

static void check_asymptotic(struct vectors *v, struct sample a, struct sample b)
{
	struct test_options options = { METHOD_ASYMPTOTIC, true, 0.95 };
	struct utest result;

	utest_run(a, b, options, &result);
	vectors_near(v, "z_cc", result.test.z, 1e-9);
	double constant = result.test.constant ? NAN : 1;
	vectors_near(v, "p_two_asym", constant * result.test.p_two, 1e-9);
	vectors_near(v, "p_less_asym", constant * result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_asym", constant * result.test.p_greater, 1e-9);
	options.continuity = false;
	utest_run(a, b, options, &result);
	vectors_near(v, "z_nocc", result.test.z, 1e-9);
	vectors_near(v, "p_two_asym_nocc", constant * result.test.p_two, 1e-9);
}

static void check_shift(struct vectors *v, struct sample a, struct sample b)
{
	struct stratum stratum = { a, b };
	struct shift_rank rank = shift_rank(&stratum, 1, 0.95);
	struct shift shift = shift_difference(&stratum, 1, rank);
	struct shift ratio = shift_ratio(&stratum, 1, rank);
	double scale = 1e-12 * largest(a, b);

	assert_int_equal(rank.method, METHOD_EXACT);
	vectors_near(v, "ci_k", rank.k, 0);
	vectors_within(v, "ci_conf", rank.achieved, 1e-9);
	vectors_within(v, "hl", shift.estimate, scale);
	vectors_within(v, "hl_lo", shift.low, scale);
	vectors_within(v, "hl_hi", shift.high, scale);
	vectors_near(v, "ratio", ratio.estimate, 1e-12);
	vectors_near(v, "ratio_lo", ratio.low, 1e-12);
	vectors_near(v, "ratio_hi", ratio.high, 1e-12);
}

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;
	struct numbers left, right;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		struct sample a = field_sample(&v, "a", &left), b = field_sample(&v, "b", &right);
		vectors_near(&v, "n_a", (double)a.count, 0);
		vectors_near(&v, "n_b", (double)b.count, 0);
		check_exact(&v, a, b);
		check_asymptotic(&v, a, b);
		check_shift(&v, a, b);
		free(left.values);
		free(right.values);
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
