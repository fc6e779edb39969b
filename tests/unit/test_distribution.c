/* SPDX-License-Identifier: MIT */
/* Expected values: R 4.2 (pnorm, qnorm, pchisq, pt, qt, pbeta, binom.test), 17 digits. */
#include "check.h"

#include "stats/distribution.h"

static void normal_tails_keep_their_digits_far_out(void **state)
{
	(void)state;
	assert_near(normal_upper(0), 0.5, 0);
	assert_near(normal_upper(1), 1.5865525393145705e-01, 1e-14);
	assert_near(normal_upper(5), 2.8665157187919391e-07, 1e-14);
	assert_near(normal_upper(10), 7.6198530241605269e-24, 1e-13);
	assert_near(normal_upper(37), 5.7255712225245771e-300, 1e-12);
	assert_near(normal_upper(-1), 1 - 1.5865525393145705e-01, 1e-14);
}

static void normal_tail_below_the_range_of_a_double_has_a_logarithm(void **state)
{
	(void)state;
	assert_near(normal_upper_log10(40), -349.43700645934581, 1e-14);
	assert_near(normal_upper_log10(100), -2173.87154286903433, 1e-14);
	assert_near(normal_upper_log10(19.999), log10(normal_upper(19.999)), 1e-14);
	assert_near(normal_upper_log10(20.001), log10(normal_upper(20.001)), 1e-13);
}

static void normal_quantile_inverts_the_tail(void **state)
{
	(void)state;
	assert_true(fabs(normal_quantile(0.5)) < 1e-15);
	assert_near(normal_quantile(0.975), 1.95996398454005361, 1e-14);
	assert_near(normal_quantile(0.8), 0.84162123357291441, 1e-14);
	assert_near(normal_quantile(0.3), -0.52440051270804067, 1e-14);
	assert_near(normal_quantile(1e-10), -6.36134090240405570, 1e-13);
	assert_near(normal_quantile(1e-300), -37.04709629936120052, 1e-12);
}

static void chi_squared_tail_agrees_with_r(void **state)
{
	(void)state;
	assert_near(chi2_upper(0.1, 1), 7.5182963404584935e-01, 1e-13);
	assert_near(chi2_upper(1, 2), 6.0653065971263342e-01, 1e-13);
	assert_near(chi2_upper(3.84, 1), 5.0043521248705224e-02, 1e-13);
	assert_near(chi2_upper(20, 5), 1.2497305630313755e-03, 1e-13);
	assert_near(chi2_upper(300, 2), 7.1750959731644108e-66, 1e-12);
	assert_near(chi2_upper(500, 10), 4.4147360999137316e-101, 1e-12);
	assert_near(chi2_upper(0, 3), 1, 0);
}

static void student_t_agrees_with_r(void **state)
{
	(void)state;
	assert_near(student_two(0.5, 3), 6.5144796484815104e-01, 1e-13);
	assert_near(student_two(-2.5, 10), 3.1446844236608776e-02, 1e-13);
	assert_near(student_two(12, 4), 2.7642854850297303e-04, 1e-13);
	assert_near(student_two(40, 7.3), 8.0371351679137310e-10, 1e-12);
	assert_near(student_quantile(0.975, 8), 2.30600413520416581, 1e-12);
	assert_near(student_quantile(0.8, 8), 0.88888951776701997, 1e-12);
	assert_near(student_quantile(0.6, 1), 0.32491969623290634, 1e-12);
	assert_near(student_quantile(0.025, 3.5), -2.94008863798272957, 1e-12);
	assert_near(student_quantile(0.9999, 12), 5.26327300782603391, 1e-12);
	assert_near(student_quantile(0.5, 4), 0, 0);
}

static void incomplete_beta_agrees_with_r(void **state)
{
	(void)state;
	assert_near(beta_lower(0.1, 2, 3), 0.052300000000000027, 1e-13);
	assert_near(beta_lower(0.5, 0.5, 0.5), 0.5, 1e-13);
	assert_near(beta_lower(0.95, 10, 2), 0.898105408857568177, 1e-13);
}

static void log_choose_counts_hands(void **state)
{
	(void)state;
	assert_near(exp(log_choose(52, 5)), 2598960, 1e-12); /* poker hands */
	assert_near(log_choose(7, 0), 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(normal_tails_keep_their_digits_far_out),
		cmocka_unit_test(normal_tail_below_the_range_of_a_double_has_a_logarithm),
		cmocka_unit_test(normal_quantile_inverts_the_tail),
		cmocka_unit_test(chi_squared_tail_agrees_with_r),
		cmocka_unit_test(student_t_agrees_with_r),
		cmocka_unit_test(incomplete_beta_agrees_with_r),
		cmocka_unit_test(log_choose_counts_hands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
