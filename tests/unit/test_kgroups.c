/* SPDX-License-Identifier: MIT */
#include "check.h"
#include "vectors.h"

#include "stats/adjust.h"
#include "stats/kgroups.h"
#include "stats/utest.h"

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
	struct kruskal result;

	kruskal_run(loaded->groups, loaded->count, KRUSKAL_COST_MOST, &result);
	bool constant = isnan(result.h);
	vectors_near(v, "H", result.h, 1e-9);
	vectors_near(v, "H_uncorrected", result.h_uncorrected, 1e-9);
	vectors_near(v, "tie_correction", result.tie_correction, 1e-12);
	vectors_near(v, "df", result.df, 0);
	/* All equal: not defined there, 1 and a reason here. */
	vectors_near(v, "p_chi2", constant ? NAN : result.p, 1e-9);
	/* Where the vectors were not enumerated there is nothing to compare with. */
	if (!text_equal(vectors_field(v, "p_exact"), "NA"))
		vectors_near(v, "p_exact", result.p_exact, 1e-9);
}

static void check_dunn(struct vectors *v, const struct loaded *loaded)
{
	double z[PAIRS_MOST], p[PAIRS_MOST], holm[PAIRS_MOST];
	size_t pairs = pairs_count(loaded->count);

	dunn_run(loaded->groups, loaded->count, z, p);
	for (size_t i = 0; i < pairs; i++)
		p[i] = isnan(z[i]) ? NAN : p[i];
	check_list(v, "dunn_z", z, pairs, 1e-9);
	check_list(v, "dunn_p", p, pairs, 1e-9);
	adjust_holm(p, pairs, holm);
	check_list(v, "dunn_p_holm", holm, pairs, 1e-9);
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
			struct utest result;
			size_t at = pairs_index(loaded->count, i, j);
			utest_run(loaded->groups[i], loaded->groups[j], options, &result);
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
		check_dunn(&v, &loaded);
		check_pairs(&v, &loaded, METHOD_EXACT);
		check_pairs(&v, &loaded, METHOD_ASYMPTOTIC);
		for (size_t g = 0; g < loaded.count; g++)
			free(loaded.numbers[g].values);
	}
	vectors_close(&v, VECTORS);
}

/* 1 2 | 3 4 | 5 6: of 6! / 2!^3 = 90 ways the 3! orders of these pairs are as far out. */
static void an_exact_p_is_counted_within_the_cost_allowed(void **state)
{
	static const double values[] = { 1, 2, 3, 4, 5, 6 };
	const struct sample groups[] = { { values, 2 }, { values + 2, 2 }, { values + 4, 2 } };
	struct kruskal result;

	(void)state;
	kruskal_run(groups, 3, KRUSKAL_COST_MOST, &result);
	assert_near(result.p_exact, 6.0 / 90, 1e-12);
	kruskal_run(groups, 3, 100, &result);
	assert_true(isnan(result.p_exact));
	assert_near(result.p, exp(-result.h / 2), 1e-12); /* chi-squared with 2 df */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_of_the_vectors_holds),
		cmocka_unit_test(an_exact_p_is_counted_within_the_cost_allowed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
