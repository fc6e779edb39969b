/* SPDX-License-Identifier: MIT */
/* dimms: bytes that somebody printed. Knows how programs print, not what they mean. */
#include "dimms/dump_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "dimms/dump_row.h"

enum { OCTAL_DIGITS = 7 }; /* as od writes; nobody else counts so */

/* What has been put together so far. */
struct image {
	uint8_t *bytes;
	size_t count;
	struct dump_row last; /* the latest with bytes: a '*' repeats it */
	bool repeats;
	int base;             /* of offsets; 0 until one tells */
};

/* The number that `offset` is in the base in which it fits what was read so far. */
static bool offset_fits(struct image *image, const char *offset, size_t expected)
{
	static const int bases[] = { 16, 8, 10 };

	for (size_t i = 0; i < 3; i++) {
		if (image->base != 0 && image->base != bases[i])
			continue;
		if (bases[i] == 8 && strlen(offset) != OCTAL_DIGITS)
			continue;
		char *end;
		if (strtoul(offset, &end, bases[i]) != expected || *end != '\0')
			continue;
		image->base = expected > 9 ? bases[i] : image->base;
		return true;
	}
	return false;
}

/* A '*' stands for rows like the last one, up to the next offset. */
static bool fill_repeats(struct image *image, const char *offset)
{
	int base = image->base ? image->base : strlen(offset) == OCTAL_DIGITS ? 8 : 16;
	unsigned long until = strtoul(offset, NULL, base);

	if (until > DUMP_BYTES_MAX || until < image->count || image->last.count == 0)
		return false;
	while (image->count < until) {
		size_t rest = until - image->count, count = image->last.count;
		count = count < rest ? count : rest;
		memcpy(image->bytes + image->count, image->last.bytes, count);
		image->count += count;
	}
	image->repeats = false;
	return true;
}

/* 00 01 02 ... above the first row: the columns' numbers. */
static bool is_heading(const struct image *image)
{
	for (size_t i = 0; i < image->count; i++) {
		if (image->bytes[i] != i)
			return false;
	}
	return image->count == image->last.count && *image->last.offset == '\0';
}

static bool add_row(struct image *image, const struct dump_row *row)
{
	if (*row->offset != '\0' && is_heading(image))
		image->count = 0;
	if (image->repeats && (*row->offset == '\0' || !fill_repeats(image, row->offset)))
		return false;
	if (*row->offset != '\0' && !offset_fits(image, row->offset, image->count))
		return false;
	if (image->count + row->count > DUMP_BYTES_MAX)
		return false;
	memcpy(image->bytes + image->count, row->bytes, row->count);
	image->count += row->count;
	if (row->count > 0)
		image->last = *row;
	return true;
}

/* The line at *text, NUL-terminated; *text goes on to the next, NULL behind the last. */
static char *next_line(char **text)
{
	char *line = *text, *end = line + strcspn(line, "\r\n");

	*text = *end ? end + 1 : NULL;
	*end = '\0';
	return line;
}

/* Rows with words before and behind them, none between. False where there are none. */
static bool read_rows(char *text, struct image *image, bool *unreadable)
{
	bool ended = false;

	while (text != NULL) {
		char *line = next_line(&text);
		struct dump_row row;
		if (line[strspn(line, " \t")] == '\0')
			continue;
		dump_row_read(line, &row);
		*unreadable = *unreadable || row.is_unreadable;
		if (text_equal(line, "*")) {
			image->repeats = image->count > 0;
		} else if (row.count == 0 && *row.offset == '\0') {
			ended = image->count > 0;
		} else if (ended || !add_row(image, &row)) {
			return false;
		}
	}
	return image->count > 0;
}

static void end_structure(struct image *image, bool *open, bool strings)
{
	size_t nuls = *open ? (strings ? 1 : 2) : 0;

	for (; nuls > 0 && image->count < DUMP_BYTES_MAX; nuls--)
		image->bytes[image->count++] = 0;
	*open = false;
}

/* dmidecode -u: after each "Handle" its bytes, then those of its strings, each with its NUL. */
static bool read_structures(char *text, struct image *image)
{
	bool open = false, strings = false;

	while (text != NULL) {
		char *line = next_line(&text);
		struct dump_row row;
		char *content = line + strspn(line, " \t");
		if (text_starts(content, "Handle 0x")) {
			end_structure(image, &open, strings);
			strings = false;
		} else if (text_starts(content, "Strings:")) {
			strings = open;
		} else if (content > line && *content != '"') {
			dump_row_read(content, &row);
			open = open || row.count > 0;
			if (row.count > 0 && !add_row(image, &row))
				return false;
		}
	}
	end_structure(image, &open, strings);
	return image->count > 0;
}

static bool is_text(const struct dump *dump)
{
	for (size_t i = 0; i < dump->count; i++) {
		if (dump->items[i] < ' ' && strchr("\t\r\n\f", dump->items[i]) == NULL)
			return false;
		if (dump->items[i] == 0)
			return false;
	}
	return dump->count > 0;
}

/* Text that people have of memory modules; their bytes are elsewhere. */
static const char *what_else(const char *text, const char *cure)
{
	static const struct { const char *words, *said; } known[] = {
		{ "DMI type ", "is dmidecode's own text, which leaves bytes out; as root, dmidecode "
		  "--dump-bin FILE writes them, dmidecode -u prints them" },
		{ "Memory Device", "is dmidecode's own text, which leaves bytes out; as root, "
		  "dmidecode --dump-bin FILE writes them, dmidecode -u prints them" },
		{ "decode-dimms", "is what decode-dimms prints, which leaves bytes out; give the "
		  "EEPROM: cp /sys/bus/i2c/drivers/*/0-0050/eeprom FILE" },
		{ "Serial Presence Detect", "is what decode-dimms prints, which leaves bytes out; "
		  "give the EEPROM: cp /sys/bus/i2c/drivers/*/0-0050/eeprom FILE" },
		{ "*-memory", "is what lshw prints, which leaves bytes out; as root, dmidecode "
		  "--dump-bin FILE writes them" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strstr(text, known[i].words) != NULL)
			return known[i].said;
	}
	return cure;
}

const char *dump_from_text(struct dump *dump, const char *cure)
{
	struct image image = { .count = 0 };
	bool unreadable = false;

	if (!is_text(dump))
		return NULL;
	image.bytes = memory_zeroed(DUMP_BYTES_MAX, 1);
	char *copy = memory_copy_text((const char *)dump->items);
	bool structures = strstr(copy, "Header and Data:") != NULL;
	bool found = structures ? read_structures(copy, &image)
	                        : read_rows(copy, &image, &unreadable);
	free(copy);
	if (!found || unreadable) {
		free(image.bytes);
		return unreadable ? "holds XX, bytes that could not be read; read it anew"
		                  : what_else((const char *)dump->items, cure);
	}
	free(dump->items);
	dump->items = image.bytes;
	dump->count = image.count;
	return NULL;
}
