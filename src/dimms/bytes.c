/* SPDX-License-Identifier: MIT */
/* dimms: bytes of a table or an EEPROM, from a file. Knows not what they mean. */
#include "dimms/bytes.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/memory.h"
#include "base/text.h"
#include "dimms/dump_text.h"

unsigned bytes_u8(const struct bytes *bytes, size_t at)
{
	return at < bytes->count ? bytes->items[at] : 0;
}

unsigned bytes_u16(const struct bytes *bytes, size_t at)
{
	return bytes_u8(bytes, at) | bytes_u8(bytes, at + 1) << 8;
}

uint32_t bytes_u32(const struct bytes *bytes, size_t at)
{
	return bytes_u16(bytes, at) | (uint32_t)bytes_u16(bytes, at + 2) << 16;
}

int bytes_s8(const struct bytes *bytes, size_t at)
{
	int value = (int)bytes_u8(bytes, at);
	return value < 128 ? value : value - 256;
}

bool bytes_all(const struct bytes *bytes, uint8_t value)
{
	for (size_t i = 0; i < bytes->count; i++) {
		if (bytes->items[i] != value)
			return false;
	}
	return true;
}

struct bytes bytes_part(const struct bytes *bytes, size_t at, size_t count)
{
	if (at >= bytes->count)
		return (struct bytes){ bytes->items, 0 };
	size_t rest = bytes->count - at;
	return (struct bytes){ bytes->items + at, count < rest ? count : rest };
}

static unsigned digit_value(uint8_t digit)
{
	int value = isdigit(digit) ? digit - '0' : tolower(digit) - 'a' + 10;
	return (unsigned)value;
}

/* Whole bytes in digits and blanks only: no table begins so, whose numbers are binary. */
static bool is_hex(const struct dump *dump)
{
	size_t digits = 0;

	for (size_t i = 0; i < dump->count; i++) {
		if (isxdigit(dump->items[i]))
			digits++;
		else if (!isspace(dump->items[i]))
			return false;
		else if (digits % 2 != 0)
			return false;
	}
	return digits > 0 && digits % 2 == 0;
}

static void decode_hex(struct dump *dump)
{
	size_t digits = 0;

	for (size_t i = 0; i < dump->count; i++) {
		if (!isxdigit(dump->items[i]))
			continue;
		unsigned value = digit_value(dump->items[i]);
		if (digits % 2 == 0)
			dump->items[digits / 2] = (uint8_t)(value << 4);
		else
			dump->items[digits / 2] |= (uint8_t)value;
		digits++;
	}
	dump->count = digits / 2;
}

/* Reads to the end; 0, or an errno value with nothing held. */
static int read_all(FILE *file, struct dump *dump)
{
	/* A NUL is left behind the end, for those who read it as text. */
	dump->items = memory_zeroed(DUMP_BYTES_MAX + 2, 1);
	errno = 0;
	dump->count = fread(dump->items, 1, DUMP_BYTES_MAX + 1, file);
	int why = errno ? errno : EIO;
	int result = ferror(file) ? why : dump->count > DUMP_BYTES_MAX ? EFBIG : 0;
	if (result != 0)
		dump_release(dump);
	return result;
}

/* NULL, or why these are no bytes of a table or an EEPROM. */
static const char *decode_text(struct dump *dump, const char *cure)
{
	if (!is_hex(dump))
		return dump_from_text(dump, cure);
	decode_hex(dump);
	return NULL;
}

int dump_read(const char *path, struct dump *dump)
{
	*dump = (struct dump){ 0 };
	errno = 0;
	FILE *file = file_open_regular(path);
	if (file == NULL)
		return errno ? errno : EINVAL;
	int result = read_all(file, dump);
	(void)fclose(file);
	if (result == 0)
		(void)decode_text(dump, "");
	return result;
}

static int open_and_read(const char *path, struct dump *dump)
{
	FILE *file = text_equal(path, "-") ? stdin : fopen(path, "r");

	*dump = (struct dump){ 0 };
	if (file == NULL)
		return errno;
	int result = read_all(file, dump);
	if (file != stdin)
		(void)fclose(file);
	return result;
}

int dump_load(const char *path, const struct dump_option *option, struct dump *dump,
              struct error *err)
{
	const char *name = text_equal(path, "-") ? "standard input" : path;
	int result = open_and_read(path, dump);
	char lead[16];

	if (result == EFBIG)
		return error_set(err, "%s: %s is longer than 1 MiB, so it is no such table",
		                 option->name, name);
	if (result != 0)
		return error_set(err, "%s: cannot read %s: %s", option->name, name,
		                 strerror(result));
	const struct file_kind *kind = file_kind_of((const char *)dump->items, dump->count);
	const char *wrong = kind ? NULL : decode_text(dump, option->cure);
	(void)snprintf(lead, sizeof lead, "%s: ", option->name);
	if (kind != NULL)
		result = file_kind_refuse(kind, lead, name, err);
	else if (wrong != NULL)
		result = error_set(err, "%s%s %s", lead, name, wrong);
	else if (dump->count == 0)
		result = error_set(err, "%s%s is empty", lead, name);
	if (result != 0)
		dump_release(dump);
	return result;
}

struct bytes dump_bytes(const struct dump *dump)
{
	return (struct bytes){ dump->items, dump->count };
}

void dump_release(struct dump *dump)
{
	free(dump->items);
	*dump = (struct dump){ 0 };
}
