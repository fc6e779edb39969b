/* SPDX-License-Identifier: MIT */
/* compare: what a finding holds for, in words: these boots, or boots. */
#include "compare/findings.h"

void scope_explain(const struct comparison *comparison, const struct compare_pair *pair,
                   struct text *text)
{
	bool two = pair->stretches[0] == 1 && pair->stretches[1] == 1;

	switch (pair->scope) {
	case SCOPE_THESE_BOOTS:
		text_printf(text, "%s%s: %s are not in this p; to speak of %s rather than of these "
		            "boots, repeat each configuration over 4 or more boots%s.\n",
		            pair->boots[0] == 1 && pair->boots[1] == 1 ? "One boot each" : "Few boots",
		            pair->design == DESIGN_BLOCKS && two ? ", and one stretch of time each"
		                                                 : "",
		            comparison->is_by_size ? "reboots" : "reseating and reboots",
		            comparison->is_by_size ? "the configurations" : "the DIMMs",
		            comparison->is_by_size ? "" : " (membench plan)");
		break;
	case SCOPE_SAME_BOOT:
		text_printf(text, "Both in the same boot%s: this p holds for that; other boots were "
		            "not asked.\n", pair->block_count > 1 ? "s" : "");
		break;
	case SCOPE_BOOTS:
		text_printf(text, "The unit is the boot (%zu v %zu): what changes from boot to boot "
		            "is in this p.\n", pair->boots[0], pair->boots[1]);
		break;
	case SCOPE_STRETCHES:
		text_put(text, "The sides lie one after the other: drift that lasts longer than the "
		               "runs of a side passes for a change. Runs in turn are free of it.\n");
		break;
	case SCOPE_TWO_STRETCHES:
		text_put(text, "This rests on two stretches of time, one a side: what changed between "
		               "them is taken for no more than what runs differ by. Runs in turn would "
		               "show it.\n");
		break;
	}
}
