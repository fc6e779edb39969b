/* SPDX-License-Identifier: MIT */
/* report: what is said to people about two groups. Computes no statistic. */
#include "report/utest_parts.h"

#include <math.h>
#include <stdio.h>

#include "stats/power.h"

#define LETTERS     26
#define P_LEAST     1e-300
#define CHANGE_MOST 10    /* above 1000 %, times say it better */
#define UNITS_WORTH 10000 /* a side; beyond it no advice */
#define ROUNDING    1e-9

/* "= 0.0286", or "< 1e-300" where it is below that. */
static void put_p(struct text *text, double p, double log10_p)
{
	if (log10_p < log10(P_LEAST))
		text_printf(text, "< %g", P_LEAST);
	else
		text_printf(text, "= %.3g", p);
}

bool utest_lettered(const struct group_findings *findings)
{
	return findings->dataset->path == NULL && findings->group_count <= LETTERS;
}

/* "A" for the first file; the group's own name in tidy data. */
const char *utest_label(const struct group_findings *findings, size_t group,
                        char label[UTEST_LABEL_BYTES])
{
	struct text shown = { 0 };

	if (utest_lettered(findings))
		text_printf(&shown, "%c", (char)('A' + (int)group));
	else
		text_put_printable(&shown, findings->dataset->groups.items[group]);
	(void)snprintf(label, UTEST_LABEL_BYTES, "%s", text_string(&shown));
	text_release(&shown);
	return label;
}

/* 2.06, 1.041, 1.0012: as many digits as show the difference. */
static void put_times(struct text *text, double times)
{
	double change = fabs(times - 1);

	if (times >= 100 || times < 0.1)
		text_printf(text, "%.3g", times);
	else
		text_printf(text, "%.*f",
		            change >= 0.1    ? 2
		            : change >= 0.01 ? 3
		                             : 4,
		            times);
}

/* Change of B from A, from the ratio A / B. */
static double change_of(double ratio)
{
	return 1 / ratio - 1;
}

static int change_digits(double low, double high)
{
	double most = fmax(fabs(low), fabs(high));
	return most >= 0.1 ? 1 : most >= 0.01 ? 2 : 3;
}

static void put_interval_name(struct text *text, double confidence)
{
	text_printf(text, ", %.3g %% interval", floor(1000 * confidence + ROUNDING) / 10);
}

/* Of the medians as they stand: what a reader would work out from the table. */
static void put_medians(const struct group_findings *findings,
                        const struct group_pair *pair, struct text *text)
{
	double ratio = findings->groups[pair->b].median /
	               findings->groups[pair->a].median;

	if (findings->options.test != GROUP_TEST_POOLED)
		return;
	text_put(text, " (medians: ");
	put_times(text, ratio);
	text_put(text, " times)");
}

static void sentence_ratio(const struct group_findings *findings,
                           const struct group_pair *pair, const char *a, const char *b,
                           struct text *text)
{
	double low = change_of(pair->ratio_high), high = change_of(pair->ratio_low);
	double change = change_of(pair->ratio);

	text_printf(text, "%s is ", b);
	put_times(text, 1 / pair->ratio);
	text_printf(text, " times %s", a);
	put_medians(findings, pair, text);
	if (change < CHANGE_MOST)
		text_printf(text, ": change %+.*f %%", change_digits(change, change),
		            100 * change);
	put_interval_name(text, pair->confidence);
	if (!isfinite(low) || !isfinite(high))
		text_put(text, " without bounds: too few to exclude any change");
	else if (high < CHANGE_MOST)
		text_printf(text, " %+.*f .. %+.*f %%", change_digits(low, high),
		            100 * low, change_digits(low, high), 100 * high);
	else
		text_printf(text, " %.3g .. %.3g times", 1 + low, 1 + high);
	text_put(text, "\n");
}

/* Without a ratio: B - A, which is the shift turned round. */
static void sentence_shift(const struct group_pair *pair, const char *a, const char *b,
                           struct text *text)
{
	text_printf(text, "%s lies %.6g %s %s", b, fabs(pair->shift),
	            pair->shift > 0 ? "below" : "above", a);
	put_interval_name(text, pair->confidence);
	if (isfinite(pair->shift_low) && isfinite(pair->shift_high))
		text_printf(text, " of %s - %s: %.6g .. %.6g\n", b, a,
		            0 - pair->shift_high, 0 - pair->shift_low);
	else
		text_put(text, " without bounds: too few to exclude any shift\n");
}

static void sentence_test(const struct group_findings *findings,
                          const struct group_pair *pair, const char *a, const char *b,
                          struct text *text)
{
	static const char *const statistics[] = {
		"U", "U", "U summed over strata", "U / (N + 1) summed over strata",
		"U of whole clusters",
	};
	static const char *const words[] = { "", ", one-sided: %s below %s",
		                             ", one-sided: %s above %s" };
	const struct test_result *test = &pair->test;
	enum alternative alternative = findings->options.alternative;
	double logs[] = { test->log10_p_two, test->log10_p_less, test->log10_p_greater };
	double floors[] = { test->log10_p_floor, test->log10_p_floor_less,
		            test->log10_p_floor_greater };

	text_printf(text, "%s %.10g of %.10g, A12 %.3f; p ",
	            statistics[findings->options.test], test->u_a, test->u_a + test->u_b,
	            pair->a12);
	put_p(text, pair->p, logs[alternative]);
	text_put(text, test->method == METHOD_EXACT ? " exact" : " asymptotic");
	if (alternative != ALTERNATIVE_TWO_SIDED)
		text_printf(text, words[alternative], a, b);
	bool exact = test->method == METHOD_EXACT && !test->constant;
	if (exact && logs[alternative] <= floors[alternative] + ROUNDING)
		text_printf(text, ", the smallest that %zu v %zu can reach", pair->n_a,
		            pair->n_b);
	else if (exact)
		text_printf(text, " (smallest reachable %.2g)", pair->p_floor);
	if (findings->pair_count > 1 && isfinite(pair->p_holm))
		text_printf(text, "; Holm over %zu pairs %.3g", findings->tested_count,
		            pair->p_holm);
	else if (findings->pair_count > 1)
		text_put(text, "; no test for Holm to count");
	text_put(text, "\n");
}

static void sentence_equivalent(const struct group_findings *findings,
                                const struct group_pair *pair, struct text *text)
{
	text_printf(text, "verdict: equivalent: the %.3g %% interval of the change, "
	            "%+.2f .. %+.2f %%, lies within %g %%\n",
	            100 * (1 - 2 * findings->options.alpha),
	            100 * change_of(pair->near_high), 100 * change_of(pair->near_low),
	            100 * findings->options.margin);
}

static void sentence_cannot_tell(const struct group_findings *findings,
                                 const struct group_pair *pair, struct text *text)
{
	double alpha = findings->options.alpha / (double)findings->pair_count;
	double units = power_noether(pair->a12, alpha, findings->options.power);

	text_put(text, "verdict: cannot tell. ");
	if (pair->units_needed > 0) /* why, is among the notes */
		text_printf(text, "Run at least %zu a side\n", pair->units_needed);
	else if (units <= UNITS_WORTH)
		text_printf(text,
		            "If A12 = %.3f is the truth, about %.0f a side find it %.0f "
		            "times in 100\n",
		            pair->a12, fmax(units, 4), 100 * findings->options.power);
	else
		text_printf(text,
		            "Neither a difference nor a change within %g %% is shown\n",
		            100 * findings->options.margin);
}

static void sentence_verdict(const struct group_findings *findings,
                             const struct group_pair *pair, struct text *text)
{
	switch (pair->verdict) {
	case VERDICT_EQUIVALENT:
		sentence_equivalent(findings, pair, text);
		break;
	case VERDICT_DIFFERENT:
		text_printf(text, "verdict: different (p < %g%s)\n",
		            findings->options.alpha,
		            findings->pair_count > 1 ? " after Holm" : "");
		break;
	case VERDICT_CANNOT_TELL:
		sentence_cannot_tell(findings, pair, text);
		break;
	}
}

static void sentence_detectable(const struct group_findings *findings,
                                const struct group_pair *pair, struct text *text)
{
	if (isfinite(pair->mde))
		text_printf(text, "detectable with %.0f %% power: a change of %.*f %%\n",
		            100 * findings->options.power,
		            change_digits(pair->mde, pair->mde), 100 * pair->mde);
}

void utest_sentences(const struct group_findings *findings,
                     const struct group_pair *pair, struct text *text)
{
	char a[UTEST_LABEL_BYTES], b[UTEST_LABEL_BYTES];

	utest_label(findings, pair->a, a);
	utest_label(findings, pair->b, b);
	if (isfinite(pair->ratio))
		sentence_ratio(findings, pair, a, b, text);
	else
		sentence_shift(pair, a, b, text);
	sentence_verdict(findings, pair, text);
	sentence_test(findings, pair, a, b, text);
	sentence_detectable(findings, pair, text);
}
