/* SPDX-License-Identifier: MIT */
/* compare: options and names of the runs that a plan asks for. Knows no statistic. */
#include "compare/campaign.h"

#include <ctype.h>
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

	put_sizes(pilot, text);
	put_name("op", context->op, text);
	if (!campaign_is_mixed(pilot))
		put_name("kernel", context->kernel, text);
	if (context->threads > 1)
		text_printf(text, " --threads %" PRIu64, context->threads);
	text_printf(text, " --pages %s", context->page_bytes < HUGE_LEAST ? "small" : "huge");
}

static void put_label(size_t number, char side, struct text *text)
{
	text_put_bytes(text, &side, 1);
	if (number > 1)
		text_printf(text, "%zu", number);
}

static bool equal_in_any_case(const char *a, const char *b)
{
	while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
		a++;
		b++;
	}
	return *a == '\0' && *b == '\0';
}

static bool is_taken(size_t number, char side, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct text name = { 0 };

	put_label(number, side, &name);
	text_put(&name, ".csv");
	bool taken = equal_in_any_case(slash != NULL ? slash + 1 : path, text_string(&name));
	text_release(&name);
	return taken;
}

size_t campaign_number(const struct compare_file *files, size_t count)
{
	for (size_t number = 1;; number++) {
		bool taken = false;
		for (size_t i = 0; i < count; i++)
			taken = taken || is_taken(number, 'A', files[i].path) ||
			        is_taken(number, 'B', files[i].path);
		if (!taken)
			return number;
	}
}

void campaign_name(const struct campaign *campaign, char side, struct text *text)
{
	put_label(campaign->number, side, text);
}
