/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/adjust.h"

#define VECTORS "tests/data/stats/padjust.tsv"

static void check_holm(struct vectors *v)
{
	struct numbers p = { 0 }, expected = { 0 };

	numbers_add(&p, vectors_field(v, "p"));
	numbers_add(&expected, vectors_field(v, "holm"));
	assert_int_equal(p.count, expected.count);
	adjust_holm(p.values, p.count, p.values); /* in place, as the header allows */
	for (size_t i = 0; i < p.count; i++)
		vectors_check(v, "holm", p.values[i], expected.values[i],
		              1e-9 * fabs(expected.values[i]));
	free(p.values);
	free(expected.values);
}

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v))
		check_holm(&v);
	vectors_close(&v, VECTORS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_the_vectors_holds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
