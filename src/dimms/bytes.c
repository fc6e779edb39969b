/* SPDX-License-Identifier: MIT */
/* dimms: bytes of a table or an EEPROM. */
#include "dimms/bytes.h"

#include <ctype.h>

#include "base/text.h"

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

unsigned bytes_sum(const struct bytes *bytes)
{
	unsigned sum = 0;

	for (size_t i = 0; i < bytes->count; i++)
		sum += bytes->items[i];
	return sum & 0xFF;
}

struct bytes bytes_part(const struct bytes *bytes, size_t at, size_t count)
{
	if (at >= bytes->count)
		return (struct bytes){ bytes->items, 0 };
	size_t rest = bytes->count - at;
	return (struct bytes){ bytes->items + at, count < rest ? count : rest };
}

void bytes_text(const struct bytes *bytes, bool printable, char *text, size_t text_bytes)
{
	size_t length = 0;

	for (size_t i = 0; i < bytes->count && length + 1 < text_bytes; i++) {
		uint8_t byte = bytes->items[i];
		if ((byte != ' ' || length > 0) && (!printable || (byte >= ' ' && byte < 0x7F)))
			text[length++] = (char)byte;
	}
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
}

size_t bytes_from_hex(const char *text, uint8_t *bytes, size_t most)
{
	size_t digits = 0;

	for (; *text; text++) {
		int value = text_hex_digit(*text);
		if (digits % 2 == 0 && isspace((unsigned char)*text))
			continue;
		if (value < 0 || digits >= 2 * most)
			return 0;
		bytes[digits / 2] = (uint8_t)(digits % 2 ? bytes[digits / 2] << 4 | value : value);
		digits++;
	}
	return digits % 2 == 0 ? digits / 2 : 0;
}
