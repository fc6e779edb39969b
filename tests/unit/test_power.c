/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/power.h"
#include "stats/strata.h"

#define VECTORS "tests/data/stats/minp.tsv"

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		size_t n_a = (size_t)vectors_number(&v, "n_a");
		size_t n_b = (size_t)vectors_number(&v, "n_b");
		size_t strata = (size_t)vectors_number(&v, "strata");
		vectors_near(&v, "min_p_two", power_floor(n_a, n_b, strata), 1e-9);
		vectors_within(&v, "log10_min_p_two", power_floor_log10(n_a, n_b, strata), 1e-9);
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
