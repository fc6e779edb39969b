/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/cluster.h"

#define VECTORS "tests/data/stats/cluster.tsv"

struct loaded {
	struct numbers *a, *b;
	struct cluster_block *blocks;
	struct cluster_data data;
};

static size_t load_side(const struct vectors *v, const char *name, size_t block,
                        struct numbers *numbers)
{
	char *runs_text = text_part(vectors_field(v, name), '|', block);
	size_t runs = text_parts(runs_text, ';');

	for (size_t i = 0; i < runs; i++)
		numbers_part(numbers, runs_text, ';', i);
	free(runs_text);
	return runs;
}

static void load(const struct vectors *v, struct loaded *loaded)
{
	size_t count = (size_t)vectors_number(v, "n_blocks");

	loaded->a = memory_zeroed(count, sizeof *loaded->a);
	loaded->b = memory_zeroed(count, sizeof *loaded->b);
	loaded->blocks = memory_zeroed(count, sizeof *loaded->blocks);
	for (size_t i = 0; i < count; i++) {
		size_t a_count = load_side(v, "a", i, &loaded->a[i]);
		size_t b_count = load_side(v, "b", i, &loaded->b[i]);
		loaded->blocks[i] = (struct cluster_block){
			loaded->a[i].values, loaded->b[i].values, a_count, b_count,
		};
	}
	loaded->data = (struct cluster_data){
		loaded->blocks, count, (size_t)vectors_number(v, "n_sizes"), NULL, false,
	};
}

static void unload(struct loaded *loaded)
{
	for (size_t i = 0; i < loaded->data.block_count; i++) {
		free(loaded->a[i].values);
		free(loaded->b[i].values);
	}
	free(loaded->a);
	free(loaded->b);
	free(loaded->blocks);
}

static void check_row(struct vectors *v, const struct cluster_data *data)
{
	struct test_options options = { METHOD_EXACT, false, 0.95, 0 };
	struct cluster_test result;
	struct cluster_shift shift;

	cluster_run(data, options, &result);
	assert_int_equal(result.test.method, METHOD_EXACT);
	vectors_near(v, "u", result.test.u_a, 0);
	vectors_near(v, "e", result.test.mean, 0);
	vectors_near(v, "var", result.test.variance, 1e-9);
	vectors_near(v, "arrangements", result.test.arrangements, 1e-12);
	vectors_near(v, "p_two_exact", result.test.p_two, 1e-9);
	vectors_near(v, "p_less_exact", result.test.p_less, 1e-9);
	vectors_near(v, "p_greater_exact", result.test.p_greater, 1e-9);
	vectors_near(v, "z", result.test.z, 1e-9);
	cluster_shift(data, options, &shift);
	vectors_within(v, "shift", shift.estimate, 1e-12 * 200);
	if (!text_equal(vectors_field(v, "shift_lo"), "NA")) {
		vectors_within(v, "shift_lo", shift.low, 1e-12 * 200);
		vectors_within(v, "shift_hi", shift.high, 1e-12 * 200);
	}
	options.method = METHOD_ASYMPTOTIC;
	cluster_run(data, options, &result);
	vectors_near(v, "p_two_asym", result.test.constant ? NAN : result.test.p_two,
	             1e-9);
}

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;
	struct loaded loaded;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		load(&v, &loaded);
		check_row(&v, &loaded.data);
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
