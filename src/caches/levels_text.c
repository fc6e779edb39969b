/* SPDX-License-Identifier: MIT */
/* caches: cache sizes as text, "L1=32K,L2=1M", in and out. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "caches/hierarchy.h"

#define FORM "give L1=SIZE,L2=SIZE,... in ascending order"

/* "L3=22M", whose '=' is cut out; the number, or 0 where it is nothing like that. */
static unsigned item_split(char *item, char **size)
{
	*size = strchr(item, '=');
	if (*size == NULL || item[0] != 'L' || item[1] < '1' || item[1] > '0' + CACHE_LEVELS)
		return 0;
	*(*size)++ = '\0';
	bool plain = item[2] == '\0' || (item[1] == '1' && text_equal(item + 2, "d"));
	return plain ? (unsigned)(item[1] - '0') : 0;
}

/* "L5=1G": there are such machines, but no names for such levels here. */
static bool is_above_all(const char *item)
{
	return item[0] == 'L' && strspn(item + 1, "0123456789") > 0 &&
	       strtoul(item + 1, NULL, 10) > CACHE_LEVELS;
}

static int item_parse(char *item, uint64_t bytes[CACHE_LEVELS], unsigned *below,
                      struct error *err)
{
	char *size;
	char what[64];

	if (is_above_all(item))
		return error_set(err, "--levels: '%s': L%d is the last level with a name here; give "
		                 "the size of the last cache as L%d's, so that nothing in it counts "
		                 "as memory", item, CACHE_LEVELS, CACHE_LEVELS);
	unsigned number = item_split(item, &size);
	if (number == 0)
		return error_set(err, "--levels: '%s' is not a level; " FORM, item);
	(void)snprintf(what, sizeof what, "--levels: %s", item);
	if (size_parse(size, what, &bytes[number - 1], err) != 0)
		return -1;
	if (number <= *below || (*below > 0 && bytes[number - 1] <= bytes[*below - 1]))
		return error_set(err, "--levels: L%u=%s does not lie above L%u; " FORM, number,
		                 size, *below);
	*below = number;
	return 0;
}

int hierarchy_give(struct hierarchy *hierarchy, const char *text, struct error *err)
{
	uint64_t bytes[CACHE_LEVELS] = { 0 };
	struct items items = items_of(text, ',');
	unsigned below = 0;
	int result = 0;

	for (char *item; result == 0 && (item = items_next(&items)) != NULL;)
		result = item_parse(item, bytes, &below, err);
	items_release(&items);
	if (result != 0)
		return -1;
	memcpy(hierarchy->given_bytes, bytes, sizeof bytes);
	hierarchy->is_given = true;
	hierarchy_decide(hierarchy);
	return 0;
}

bool hierarchy_is_of_today(const struct hierarchy *hierarchy)
{
	bool measured = false, nameless = hierarchy->measured.more > 0;

	for (size_t i = 0; i < hierarchy->level_count; i++) {
		measured = measured || hierarchy->levels[i].belief == BELIEF_MEASURED;
		nameless = nameless || hierarchy->levels[i].believed_bytes == 0;
	}
	return hierarchy->is_given || (measured && !nameless);
}

/* What was measured is not known to the byte. */
static uint64_t whole_kib(const struct level *level)
{
	uint64_t bytes = level->believed_bytes;

	return level->belief == BELIEF_MEASURED && bytes > KIB ? (bytes + KIB / 2) / KIB * KIB
	                                                       : bytes;
}

void hierarchy_format(const struct hierarchy *hierarchy, struct text *text)
{
	char size[SIZE_TEXT_BYTES];
	size_t start = text->length;

	for (size_t i = 0; i < hierarchy->level_count; i++) {
		const struct level *level = &hierarchy->levels[i];
		if (level->believed_bytes > 0)
			text_printf(text, "%sL%u=%s", text->length > start ? "," : "",
			            level->number, size_format(whole_kib(level), size));
	}
}
