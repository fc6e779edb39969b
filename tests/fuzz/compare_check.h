/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_FUZZ_COMPARE_CHECK_H
#define MEMBENCH_TESTS_FUZZ_COMPARE_CHECK_H

/* What every comparison and every report of one must hold, whatever was measured. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

#define NEAR 1e-9

static inline void require(bool holds, const char *what)
{
	if (holds)
		return;
	(void)fprintf(stderr, "fuzz: does not hold: %s\n", what);
	abort();
}
#define REQUIRE(condition) require(condition, #condition)

/* The same bytes; shows the first line that differs. */
static inline void require_same(const char *one, const char *two)
{
	size_t at = 0, line = 0;

	for (; one[at] && one[at] == two[at]; at++)
		line = one[at] == '\n' ? at + 1 : line;
	if (one[at] == two[at])
		return;
	(void)fprintf(stderr, "fuzz: '%.*s'\nbut:  '%.*s'\n", (int)strcspn(one + line, "\n"),
	              one + line, (int)strcspn(two + line, "\n"), two + line);
	abort();
}

static inline void check_error(const struct error *err)
{
	REQUIRE(err->text[0] != '\0');
	REQUIRE(err->status == STATUS_BAD_INPUT);
}

/* ---- One comparison ---- */

static inline void check_effect(const struct effect *effect)
{
	double floor_p = effect->p_floor;

	REQUIRE(effect->n_a > 0 && effect->n_b > 0);
	REQUIRE(effect->p > 0 && effect->p <= 1);
	REQUIRE(floor_p > 0 && floor_p <= 1 + NEAR);
	REQUIRE(effect->is_asymptotic || effect->p >= floor_p * (1 - NEAR));
	REQUIRE(fabs(effect->log10_p - log10(effect->p)) < NEAR || effect->p <= COMPARE_P_LEAST);
	REQUIRE(effect->a12 >= 0 && effect->a12 <= 1);
	REQUIRE(effect->median_a >= 0 && effect->median_b >= 0);
	REQUIRE(effect->change >= -1);
	REQUIRE(!(effect->low > effect->change + NEAR * (1 + fabs(effect->change))));
	REQUIRE(!(effect->high < effect->change - NEAR * (1 + fabs(effect->change))));
	REQUIRE(!effect->is_constant || effect->p == 1);
}

/* What keeps a small p from being a verdict: of each the output speaks. */
static inline bool is_held_back(const struct level_finding *finding, double alpha)
{
	bool excludes = finding->effect.low > 0 || finding->effect.high < 0;

	return finding->reachable_p > alpha || finding->is_busy || finding->is_below_control ||
	       (finding->allowance > 0 && !excludes);
}

static inline void check_verdict(const struct level_finding *finding, double alpha)
{
	const struct effect *effect = &finding->effect;
	bool differs = finding->verdict == LEVEL_FASTER || finding->verdict == LEVEL_SLOWER;

	REQUIRE(finding->p_holm >= effect->p * (1 - NEAR) && finding->p_holm <= 1);
	REQUIRE(!differs || finding->p_holm < alpha);
	REQUIRE(!differs || !is_held_back(finding, alpha * (1 + NEAR)));
	REQUIRE(finding->verdict != LEVEL_CANNOT_TELL || finding->p_holm >= alpha * (1 - NEAR) ||
	        is_held_back(finding, alpha));
	REQUIRE(finding->verdict != LEVEL_FASTER || effect->a12 > 0.5 || effect->change > 0);
	REQUIRE(finding->verdict != LEVEL_SLOWER || effect->a12 < 0.5 || effect->change < 0);
	REQUIRE(finding->reachable_p <= effect->p_floor);
	REQUIRE(isnan(finding->mde) || finding->mde >= 0);
	REQUIRE(finding->control != CONTROL_MOVED || finding->p_holm < alpha);
	REQUIRE(finding->pooled_p > 0 && finding->pooled_p <= 1);
}

static inline void check_pair(const struct comparison *comparison,
                              const struct compare_pair *pair)
{
	REQUIRE(pair->size_count > 0);
	REQUIRE(pair->first_mover <= pair->level_count);
	REQUIRE(pair->sentences.length > 0);
	REQUIRE(conclusion_name(comparison, pair)[0] != '\0');
	for (size_t i = 0; i < pair->level_count; i++) {
		check_effect(&pair->levels[i].effect);
		check_verdict(&pair->levels[i], comparison->options.alpha);
	}
	for (size_t i = 0; i < pair->size_count; i++)
		check_effect(&pair->sizes[i].effect);
}

static inline void check_comparison(const struct comparison *comparison)
{
	size_t tests = 0;

	REQUIRE(comparison->configuration_count >= 2 && comparison->pair_count >= 1);
	REQUIRE((comparison->gate == GATE_NONE) == isnan(comparison->options.gate));
	for (size_t i = 0; i < comparison->pair_count; i++) {
		check_pair(comparison, &comparison->pairs[i]);
		tests += comparison->pairs[i].level_count;
	}
	REQUIRE(comparison->family == tests);
	for (size_t i = 0; i < comparison->warnings.count; i++)
		REQUIRE(comparison->warnings.items[i].text[0] != '\0');
}

/* ---- The same two files the other way round ---- */

/* 1 / (1 + x) loses what 1 + x has lost near 0. */
static inline bool inverse(double there, double back)
{
	double left = 1 + there, right = 1 + back;

	if (!isfinite(left) || !isfinite(right) || left < 1e-6 || right < 1e-6)
		return true;
	return fabs(left * right - 1) < NEAR + 8 * DBL_EPSILON * fmax(left, right);
}

static inline bool alike(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= NEAR * fmax(fabs(a), fabs(b));
}

static inline void check_swapped_effect(const struct effect *one,
                                        const struct effect *two)
{
	REQUIRE(one->n_a == two->n_b && one->n_b == two->n_a);
	REQUIRE(alike(one->p, two->p));
	REQUIRE(alike(one->p_floor, two->p_floor));
	REQUIRE(alike(one->median_a, two->median_b) && alike(one->median_b, two->median_a));
	REQUIRE(fabs(one->a12 + two->a12 - 1) < NEAR);
	REQUIRE(inverse(one->change, two->change));
	REQUIRE(inverse(one->low, two->high) && inverse(one->high, two->low));
	REQUIRE(one->is_asymptotic == two->is_asymptotic);
}

static inline void check_swapped_level(const struct level_finding *one,
                                       const struct level_finding *two)
{
	static const enum level_verdict other[] = {
		[LEVEL_FASTER] = LEVEL_SLOWER, [LEVEL_SLOWER] = LEVEL_FASTER,
		[LEVEL_EQUIVALENT] = LEVEL_EQUIVALENT, [LEVEL_CANNOT_TELL] = LEVEL_CANNOT_TELL,
	};

	REQUIRE(one->level == two->level);
	check_swapped_effect(&one->effect, &two->effect);
	REQUIRE(alike(one->p_holm, two->p_holm) && alike(one->pooled_p, two->pooled_p));
	REQUIRE(one->verdict == other[two->verdict]);
	REQUIRE(one->control == two->control && one->is_still == two->is_still);
	REQUIRE(one->units_missing == two->units_missing);
	REQUIRE(one->control_units == two->control_units);
}

static inline void check_swapped(const struct comparison *one,
                                 const struct comparison *two)
{
	const struct compare_pair *there = &one->pairs[0], *back = &two->pairs[0];

	REQUIRE(there->unit == back->unit && there->scope == back->scope);
	REQUIRE(there->level_count == back->level_count);
	REQUIRE(there->size_count == back->size_count);
	REQUIRE(strcmp(conclusion_name(one, there), conclusion_name(two, back)) == 0);
	for (size_t i = 0; i < there->level_count; i++)
		check_swapped_level(&there->levels[i], &back->levels[i]);
	for (size_t i = 0; i < there->size_count; i++)
		check_swapped_effect(&there->sizes[i].effect, &back->sizes[i].effect);
}

/* ---- Reports ---- */

/* No number that is none, as a word of its own. */
static inline void check_words(const char *text)
{
	static const char *const words[] = { "nan", "inf", "NaN" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		for (const char *at = text; (at = strstr(at, words[i])) != NULL; at++) {
			bool begins = at == text || !isalpha((unsigned char)at[-1]);
			REQUIRE(!begins || isalpha((unsigned char)at[strlen(words[i])]));
		}
	}
}

/* Behind the quote that opens a string at `at`. */
static inline const char *json_string_end(const char *at)
{
	for (at++; *at != '"'; at++) {
		REQUIRE((unsigned char)*at >= 0x20);
		at += *at == '\\';
	}
	return at + 1;
}

/* Brackets that match, strings that end, no word but three, no comma before a bracket. */
static inline void check_json(const char *text)
{
	char open[64], last = 0;
	size_t depth = 0;

	for (const char *at = text; *at; at++) {
		if (*at == '"')
			at = json_string_end(at) - 1;
		else if (*at == '{' || *at == '[')
			open[depth++] = *at == '{' ? '}' : ']';
		else if (*at == '}' || *at == ']')
			REQUIRE(depth > 0 && open[--depth] == *at && last != ',');
		else if (isalpha((unsigned char)*at))
			REQUIRE(strchr("truefalsnE", *at) != NULL);
		else
			REQUIRE(strchr("0123456789+-.,: \n", *at) != NULL);
		REQUIRE(depth < sizeof open);
		last = isspace((unsigned char)*at) ? last : *at;
	}
	REQUIRE(depth == 0 && last == '}');
}

/* Elements that close, and no attribute that is not a number where one should be. */
static inline void check_svg(const char *text)
{
	bool inside = false;

	for (const char *at = text; *at; at++) {
		REQUIRE(*at != '<' || !inside);
		REQUIRE(*at != '>' || inside);
		inside = *at == '<' || (inside && *at != '>');
		if (inside && (strncmp(at, "nan", 3) == 0 || strncmp(at, "inf", 3) == 0))
			REQUIRE(isalpha((unsigned char)at[-1]) || isalpha((unsigned char)at[3]));
	}
	REQUIRE(!inside);
}

#endif
