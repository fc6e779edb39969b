/* SPDX-License-Identifier: MIT */
/* dimms: EEPROMs that answer where modules do, and are none. Knows how they begin. */
#include <string.h>

#include "dimms/spd_layout.h"

enum { FRU_HEADER_BYTES = 8, TEXT_BYTES = 16 };

static const struct {
	const char *mark;
	size_t length;
	const char *what;
} marks[] = {
	{ "\x00\xFF\xFF\xFF\xFF\xFF\xFF\x00", 8, "EDID, a display's description" },
	{ "R-Pi", 4, "the identity of a Raspberry Pi HAT" },
	{ "TlvInfo", 8, "the identity of a switch (ONIE)" },
	{ "\xAA\x55\x33\xEE", 4, "the identity of a board (BeagleBone, TI)" },
	{ "\xEE\x33\x55\xAA", 4, "the identity of a board (TI)" },
	{ "NXID", 4, "the identity of a board (NXP)" },
	{ "CCID", 4, "the identity of a board (Freescale)" },
	{ "SFVF", 4, "the identity of a board (StarFive)" },
};

/*
 * A board's or a chassis' identity (IPMI Platform Management FRU Information Storage
 * Definition 1.0, 8): format 1, offsets of five areas, a zero, and all sum up to 0.
 */
static bool is_fru(const struct bytes *image)
{
	unsigned sum = 0, areas = 0;

	for (size_t i = 0; i < FRU_HEADER_BYTES; i++)
		sum += bytes_u8(image, i);
	for (size_t i = 1; i < FRU_HEADER_BYTES - 2; i++)
		areas |= bytes_u8(image, i);
	return image->count > FRU_HEADER_BYTES && bytes_u8(image, 0) == 1 &&
	       bytes_u8(image, FRU_HEADER_BYTES - 2) == 0 && (sum & 0xFF) == 0 && areas != 0;
}

static bool is_text(const struct bytes *image)
{
	struct bytes head = bytes_part(image, 0, TEXT_BYTES);

	for (size_t i = 0; i < head.count; i++) {
		if (head.items[i] < ' ' || head.items[i] > '~')
			return false;
	}
	return head.count == TEXT_BYTES;
}

const char *spd_other(const struct bytes *image)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		if (image->count >= marks[i].length &&
		    memcmp(image->items, marks[i].mark, marks[i].length) == 0)
			return marks[i].what;
	}
	if (is_fru(image))
		return "an IPMI FRU area, the identity of a board";
	return is_text(image) ? "text" : NULL;
}
