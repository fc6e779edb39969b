/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/adjust.h"
#include "stats/cluster.h"
#include "stats/kgroups.h"

#define VECTORS     "tests/data/stats/kgroups.tsv"
#define GROUPS_MOST 8
#define PAIRS_MOST  28

struct loaded {
	struct numbers numbers[GROUPS_MOST];
	struct sample groups[GROUPS_MOST];
	size_t count;
};

static void load(const struct vectors *v, struct loaded *loaded)
{
	const char *text = vectors_field(v, "groups");

	*loaded = (struct loaded){ .count = text_parts(text, '|') };
	assert_true(loaded->count <= GROUPS_MOST);
	for (size_t g = 0; g < loaded->count; g++) {
		numbers_part(&loaded->numbers[g], text, '|', g);
		loaded->groups[g] = (struct sample){ loaded->numbers[g].values,
			                             loaded->numbers[g].count };
	}
}

/* A list of the row against ours, element for element. */
static void check_list(struct vectors *v, const char *name, const double *actual,
                       size_t count, double tolerance)
{
	struct numbers expected = { 0 };

	numbers_add(&expected, vectors_field(v, name));
	/* One NA stands for a whole list. */
	for (size_t i = 0; i < count; i++) {
		double value = expected.values[expected.count == count ? i : 0];
		vectors_check(v, name, actual[i], value, tolerance * fabs(value));
	}
	free(expected.values);
}

static void check_kruskal(struct vectors *v, const struct loaded *loaded)
{
	struct numbers all = { 0 };
	size_t counts[GROUPS_MOST];
	struct kruskal result;

	for (size_t g = 0; g < loaded->count; g++) {
		counts[g] = loaded->groups[g].count;
		numbers_part(&all, vectors_field(v, "groups"), '|', g);
	}
	kruskal_run(all.values, counts, loaded->count, 1, NULL, &result);
	free(all.values);
	bool constant = isnan(result.h);
	vectors_near(v, "H", result.h, 1e-9);
	vectors_near(v, "H_uncorrected", result.h_uncorrected, 1e-9);
	vectors_near(v, "tie_correction", result.tie_correction, 1e-12);
	vectors_near(v, "df", result.df, 0);
	/* All equal: not defined there, 1 and a reason here. */
	vectors_near(v, "p_chi2", constant ? NAN : result.p, 1e-9);
}

static void check_pairs(struct vectors *v, const struct loaded *loaded,
                        enum method method)
{
	struct test_options options = { method, true, 0.95, 0 };
	bool exact = method == METHOD_EXACT;
	double u[PAIRS_MOST], p[PAIRS_MOST], holm[PAIRS_MOST];
	size_t pairs = pairs_count(loaded->count);

	for (size_t i = 0; i < loaded->count; i++) {
		for (size_t j = i + 1; j < loaded->count; j++) {
			const struct sample *a = &loaded->groups[i], *b = &loaded->groups[j];
			const struct cluster_block block = { a->values, b->values, a->count,
				                             b->count };
			const struct cluster_data data = { &block, 1, 1, NULL, false };
			struct cluster_test result;
			size_t at = pairs_index(loaded->count, i, j);
			cluster_run(&data, options, &result);
			u[at] = result.test.u_a;
			p[at] = result.test.constant && !exact ? NAN : result.test.p_two;
		}
	}
	check_list(v, "u_pair", u, pairs, 0);
	check_list(v, exact ? "mwu_p_exact" : "mwu_p_asym", p, pairs, 1e-9);
	adjust_holm(p, pairs, holm);
	check_list(v, exact ? "mwu_p_exact_holm" : "mwu_p_asym_holm", holm, pairs, 1e-9);
}

static void every_row_of_the_vectors_holds(void **state)
{
	struct vectors v;
	struct loaded loaded;

	(void)state;
	vectors_open(&v, VECTORS);
	while (vectors_next(&v)) {
		load(&v, &loaded);
		check_kruskal(&v, &loaded);
		check_pairs(&v, &loaded, METHOD_EXACT);
		check_pairs(&v, &loaded, METHOD_ASYMPTOTIC);
		for (size_t g = 0; g < loaded.count; g++)
			free(loaded.numbers[g].values);
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
