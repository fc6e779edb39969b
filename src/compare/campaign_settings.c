/* SPDX-License-Identifier: MIT */
/* compare: options of the runs that a plan asks for. Knows no statistic. */
#include "compare/campaign.h"

#include <inttypes.h>
#include <string.h>

#include "base/units.h"

#define HUGE_LEAST MIB /* base pages are 64K at most, huge ones 2M at least */

static bool is_doubling(const struct comparison *pilot)
{
	for (size_t i = 1; i < pilot->size_count; i++) {
		if (pilot->sizes[i].block_bytes != 2 * pilot->sizes[i - 1].block_bytes)
			return false;
	}
	return pilot->size_count > 1;
}

static void put_sizes(const struct comparison *pilot, struct text *text)
{
	size_t step = is_doubling(pilot) ? pilot->size_count - 1 : 1;
	char size[SIZE_TEXT_BYTES];

	text_put(text, "--sizes ");
	for (size_t i = 0; i < pilot->size_count; i += step) {
		text_put(text, i == 0 ? "" : step > 1 ? "-" : ",");
		text_put(text, size_format(pilot->sizes[i].block_bytes, size));
	}
}

/* The text comes from a file and is pasted into a shell: names only. */
static void put_name(const char *option, const char *name, struct text *text)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                           "0123456789_+.-";

	if (*name != '\0' && *name != '-' && strspn(name, safe) == strlen(name))
		text_printf(text, " --%s %s", option, name);
}

bool campaign_is_mixed(const struct comparison *pilot)
{
	return strchr(text_string(&pilot->settings), '/') != NULL;
}

void campaign_settings(const struct comparison *pilot, struct text *text)
{
	const struct context *context = pilot->configurations[0].runs[0].context;

	if (pilot->is_by_size) {
		text_put(text, "--command '...' --like ");
		text_put_printable(text, pilot->configurations[0].path);
		return;
	}
	put_sizes(pilot, text);
	put_name("op", context->op, text);
	if (!campaign_is_mixed(pilot))
		put_name("kernel", context->kernel, text);
	if (context->threads > 1)
		text_printf(text, " --threads %" PRIu64, context->threads);
	text_printf(text, " --pages %s", context->page_bytes < HUGE_LEAST ? "small" : "huge");
}
