/* SPDX-License-Identifier: MIT */
/* machine: bytes of a table or an EEPROM, from a file. Knows not what they mean. */
#include "machine/bytes.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

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

int dump_read(const char *path, struct dump *dump)
{
	*dump = (struct dump){ 0 };
	errno = 0;
	FILE *file = file_open_regular(path);
	if (file == NULL)
		return errno ? errno : EINVAL;
	dump->items = memory_zeroed(DUMP_BYTES_MAX + 1, 1);
	dump->count = fread(dump->items, 1, DUMP_BYTES_MAX + 1, file);
	int result = ferror(file) ? EIO : dump->count > DUMP_BYTES_MAX ? EFBIG : 0;
	(void)fclose(file);
	if (result != 0)
		dump_release(dump);
	else if (is_hex(dump))
		decode_hex(dump);
	return result;
}

int dump_load(const char *path, const char *option, struct dump *dump, struct error *err)
{
	int result = dump_read(path, dump);

	if (result == EINVAL)
		return error_set(err, "%s: %s is no regular file", option, path);
	if (result == EFBIG)
		return error_set(err, "%s: %s is longer than 1 MiB, so it is no such table", option,
		                 path);
	if (result != 0)
		return error_set(err, "%s: cannot read %s: %s", option, path, strerror(result));
	return 0;
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
