/* SPDX-License-Identifier: MIT */
/* compare: of three or more, which are the same, which differ, and where; in words. */
#include "compare/findings.h"

#include <stdio.h>

/* Equivalent, different, or not to be told. */
static enum verdict kind_of(const struct level_finding *finding)
{
	if (finding->verdict == LEVEL_CANNOT_TELL)
		return VERDICT_CANNOT_TELL;
	return finding->verdict == LEVEL_EQUIVALENT ? VERDICT_EQUIVALENT : VERDICT_DIFFERENT;
}

/* "; differs in DRAM (+4.0 %)": the levels of one verdict, if any. */
static void put_verdicts(const struct comparison *comparison,
                         const struct compare_pair *pair, const char *lead,
                         enum verdict wanted, struct text *text)
{
	char percent[PERCENT_BYTES];
	size_t count = 0;

	for (size_t i = 0; i < pair->level_count; i++) {
		const struct level_finding *finding = &pair->levels[i];
		if (kind_of(finding) != wanted)
			continue;
		text_printf(text, "%s%s", count++ ? ", " : lead, comparison->levels[finding->level].name);
		if (wanted == VERDICT_DIFFERENT)
			text_printf(text, " (%s)", percent_format(finding->effect.change, percent));
	}
}

static void compare_two(struct comparison *comparison, const struct compare_pair *pair)
{
	struct text line = { 0 };
	char lead[60];

	(void)snprintf(lead, sizeof lead, "; equivalent (within %.3g %%) in ",
	               100 * comparison->options.margin);
	text_printf(&line, "%s against %s: %s", comparison->configurations[pair->b].label,
	            comparison->configurations[pair->a].label,
	            conclusion_name(comparison, pair));
	put_verdicts(comparison, pair, lead, VERDICT_EQUIVALENT, &line);
	put_verdicts(comparison, pair, "; different in ", VERDICT_DIFFERENT, &line);
	put_verdicts(comparison, pair, "; cannot be told in ", VERDICT_CANNOT_TELL, &line);
	text_put_printable(&comparison->similar, text_string(&line));
	text_put(&comparison->similar, ".\n");
	text_release(&line);
}

void comparison_liken(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->pair_count; i++)
		compare_two(comparison, &comparison->pairs[i]);
}
