/* SPDX-License-Identifier: MIT */
/* dimms: bytes that somebody printed, back to bytes: how programs print them. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "dimms/dump.h"

enum { ROW_BYTES = 64, OFFSET_DIGITS = 16 };
enum { OCTAL_DIGITS = 7 }; /* as od writes; nobody else counts so */

/* One line: an offset as written, and the bytes behind it. */
struct row {
	char offset[OFFSET_DIGITS + 1]; /* "" where there is none */
	uint8_t bytes[ROW_BYTES];
	size_t count;
	bool is_unreadable; /* XX, as i2cdump writes */
};

static size_t hex_length(const char *text)
{
	return strspn(text, "0123456789abcdefABCDEF");
}

/* "00:", "0x10 |" or, before pairs, "00000010": returns where the bytes begin. */
static const char *take_offset(const char *at, struct row *row)
{
	const char *digits = text_starts(at, "0x") ? at + 2 : at;
	size_t length = hex_length(digits);
	const char *behind = digits + length + strspn(digits + length, " \t");

	if (length == 0 || length > OFFSET_DIGITS)
		return at;
	bool marked = *behind == ':' || *behind == '|';
	size_t next = hex_length(behind);
	if (!marked && (length < 6 || (*behind && next != 2 && next != 4)))
		return at;
	memcpy(row->offset, digits, length);
	return behind + marked;
}

/* Words of 16 bits are those of a little-endian machine, but for xxd, which marks offsets. */
static void take_group(const char *at, size_t digits, bool swapped, struct row *row)
{
	uint8_t *bytes = row->bytes + row->count;

	for (size_t i = 0; i < digits; i += 2)
		bytes[swapped ? digits / 2 - 1 - i / 2 : i / 2] =
		        (uint8_t)(text_hex_digit(at[i]) << 4 | text_hex_digit(at[i + 1]));
	row->count += digits / 2;
}

/* Wide blanks set characters apart from bytes; two of them also the halves of a row. */
static bool is_end(const struct row *row, size_t blanks)
{
	return *row->offset != '\0' && row->count > 0 &&
	       (blanks > 2 || (blanks == 2 && row->count % 8 != 0));
}

/* Two to eight digits, whole bytes; 0 where something else stands there. */
static size_t group_length(const char *at)
{
	size_t digits = hex_length(at);
	bool ends = at[digits] == '\0' || strchr(" \t,", at[digits]) != NULL;

	return ends && digits >= 2 && digits <= 8 && digits % 2 == 0 ? digits : 0;
}

/* Words behind bytes are characters where an offset says so, else the line is none. */
static void take_bytes(const char *at, bool marked, struct row *row)
{
	bool has_offset = *row->offset != '\0';

	while (!has_offset || row->count < 16) {
		size_t blanks = 0;
		for (; *at != '\0' && strchr(" \t,", *at) != NULL; at++)
			blanks += *at != ',';
		if (*at == '\0' || is_end(row, blanks))
			return;
		at += text_starts(at, "0x") ? 2 : 0;
		size_t digits = group_length(at);
		if (digits == 0 || row->count + digits / 2 > ROW_BYTES)
			break;
		take_group(at, digits, digits == 4 && has_offset && !marked, row);
		at += digits;
	}
	row->is_unreadable = has_offset && text_starts(at, "XX");
	if (!has_offset && strchr("/|#", *at) == NULL)
		row->count = 0;
}

/* "00: 92 11 0b ...  ....", "00000010  92 11 ... |....|", "0x92, 0x11": with or without an
 * offset; neither offset nor bytes where the line is something else. */
static struct row read_row(const char *line)
{
	struct row row = { .count = 0 };

	line += strspn(line, " \t");
	const char *bytes = take_offset(line, &row);
	take_bytes(bytes, bytes > line && strchr(":|", bytes[-1]) != NULL, &row);
	return row;
}

/* What has been put together so far. */
struct image {
	uint8_t *bytes;
	size_t count;
	struct row last; /* the latest with bytes: a '*' repeats it */
	bool repeats, is_unreadable;
	int base;        /* of offsets; 0 until one tells */
};

/* Whether `offset` is what was read so far, in a base in which all are. */
static bool offset_fits(struct image *image, const char *offset)
{
	static const int bases[] = { 16, 8, 10 };

	for (size_t i = 0; i < 3; i++) {
		char *end;
		if ((image->base != 0 && image->base != bases[i]) ||
		    (bases[i] == 8 && strlen(offset) != OCTAL_DIGITS) ||
		    strtoul(offset, &end, bases[i]) != image->count || *end != '\0')
			continue;
		image->base = image->count > 9 ? bases[i] : image->base;
		return true;
	}
	return false;
}

/* A '*' stands for rows like the last one, up to the next offset. */
static bool fill_repeats(struct image *image, const char *offset)
{
	int base = image->base ? image->base : strlen(offset) == OCTAL_DIGITS ? 8 : 16;
	unsigned long until = strtoul(offset, NULL, base);

	if (*offset == '\0' || until > DUMP_BYTES_MAX || until < image->count ||
	    image->last.count == 0)
		return false;
	for (size_t i = 0; image->count < until; i++)
		image->bytes[image->count++] = image->last.bytes[i % image->last.count];
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

static bool add_row(struct image *image, const struct row *row)
{
	bool has_offset = *row->offset != '\0';

	if (has_offset && is_heading(image))
		image->count = 0;
	if ((image->repeats && !fill_repeats(image, row->offset)) ||
	    (has_offset && !offset_fits(image, row->offset)) ||
	    image->count + row->count > DUMP_BYTES_MAX)
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
static bool read_rows(char *text, struct image *image)
{
	bool ended = false;

	while (text != NULL) {
		char *line = next_line(&text);
		if (line[strspn(line, " \t")] == '\0')
			continue;
		struct row row = read_row(line);
		image->is_unreadable = image->is_unreadable || row.is_unreadable;
		if (text_equal(line, "*"))
			image->repeats = image->count > 0;
		else if (row.count == 0 && *row.offset == '\0')
			ended = image->count > 0;
		else if (ended || !add_row(image, &row))
			return false;
	}
	return image->count > 0;
}

/* What ends a structure, one NUL more or, without strings, two, is not printed. */
static void end_structure(struct image *image, size_t *nuls)
{
	for (; *nuls > 0; --*nuls)
		image->bytes[image->count++] = 0;
}

/* dmidecode -u: after each "Handle" its bytes, then those of its strings, each with its NUL. */
static bool read_structures(char *text, struct image *image)
{
	size_t nuls = 0;

	while (text != NULL) {
		char *line = next_line(&text), *content = line + strspn(line, " \t");
		if (text_starts(content, "Handle 0x")) {
			end_structure(image, &nuls);
		} else if (text_starts(content, "Strings:")) {
			nuls = nuls > 0 ? 1 : 0;
		} else if (content > line && *content != '"') {
			struct row row = read_row(content);
			if (row.count > 0 && !add_row(image, &row))
				return false;
			nuls = nuls == 0 && row.count > 0 ? 2 : nuls;
		}
	}
	end_structure(image, &nuls);
	return image->count > 0;
}

static bool is_text(const struct dump *dump)
{
	for (size_t i = 0; i < dump->count; i++) {
		char byte = (char)dump->items[i];
		if (dump->items[i] < ' ' && (byte == '\0' || strchr("\t\r\n\f", byte) == NULL))
			return false;
	}
	return dump->count > 0;
}

/* Text that people have of memory modules; their bytes are elsewhere. */
static const char *what_else(const char *text, const char *cure)
{
	static const struct { const char *words[2], *said; } known[] = {
		{ { "DMI type ", "Memory Device" },
		  "is dmidecode's own text, which leaves bytes out; as root, dmidecode "
		  "--dump-bin FILE writes them, dmidecode -u prints them" },
		{ { "decode-dimms", "Serial Presence Detect" },
		  "is what decode-dimms prints, which leaves bytes out; give the EEPROM: "
		  "cp /sys/bus/i2c/drivers/*/0-0050/eeprom FILE" },
		{ { "*-memory", "*-memory" },
		  "is what lshw prints, which leaves bytes out; as root, dmidecode --dump-bin FILE "
		  "writes them" },
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strstr(text, known[i].words[0]) || strstr(text, known[i].words[1]))
			return known[i].said;
	}
	return cure;
}

static bool read_text(char *text, struct image *image)
{
	image->count = bytes_from_hex(text, image->bytes, DUMP_BYTES_MAX);
	if (image->count > 0)
		return true;
	return strstr(text, "Header and Data:") != NULL ? read_structures(text, image)
	                                                 : read_rows(text, image);
}

const char *dump_from_text(struct dump *dump, const char *cure)
{
	struct image image = { .count = 0 };

	if (!is_text(dump))
		return NULL;
	/* Room for the NULs behind a last structure. */
	image.bytes = memory_zeroed(DUMP_BYTES_MAX + 2, 1);
	char *copy = memory_copy_text((const char *)dump->items);
	bool found = read_text(copy, &image);
	free(copy);
	if (!found || image.is_unreadable) {
		free(image.bytes);
		return image.is_unreadable ? "holds XX, bytes that could not be read; read it anew"
		                           : what_else((const char *)dump->items, cure);
	}
	free(dump->items);
	dump->items = image.bytes;
	dump->count = image.count;
	return NULL;
}
