/* SPDX-License-Identifier: MIT */
/* compare: which doubts weigh most. Knows their kinds alone, not what they say. */
#include "compare/findings.h"

/*
 * Gravest first: what is not in the comparison that should be, or not of one machine, then
 * what the core did, then what the design cannot tell, then what touches one number only. Kinds that
 * stand nowhere here come last.
 */
static const char *const kinds[] = {
	"copies", "repeated", "cut-line", "incomplete", "missing-cells", "unmatched-sizes",
	"sparse-sizes", "forced", "host", "cpu", "busy-core", "preempted", "control-moved",
	"witness", "floor", "zero", "levels-differ", "no-level", "shared-boots",
	"unshared-boots", "drift", "spread", "control-wide", "one-boot", "version", "cpus",
	"flags", "outliers", "ties", "beyond-sizes", NULL,
};

void comparison_rank_doubts(struct comparison *comparison)
{
	warnings_rank(&comparison->warnings, kinds);
}
