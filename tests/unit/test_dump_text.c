/* SPDX-License-Identifier: MIT */
/*
 * Bytes as programs print them. The rows are those of i2c-tools' i2cdump 4.3, xxd, hexdump
 * (util-linux, BSD), GNU od 9.1 and dmidecode 3.4, of one image: 0x10 to 0x2F, 16 times FF
 * twice over, and 01 02.
 */
#include "tree.h"

#include "dimms/dump.h"

enum { IMAGE_BYTES = 66 };

static void expected_image(uint8_t image[IMAGE_BYTES])
{
	for (size_t i = 0; i < 32; i++)
		image[i] = (uint8_t)(0x10 + i);
	memset(image + 32, 0xFF, 32);
	image[64] = 1;
	image[65] = 2;
}

/* What a file of that text comes to: its error, or "" and its bytes. */
static void load(const char *content, struct dump *dump, struct error *err)
{
	static const struct dump_option option = { "--spd", "is text; give bytes" };
	struct tree tree;

	err->text[0] = '\0';
	tree_open(&tree);
	tree_put(&tree, "dump", content, strlen(content));
	char *path = format("%s/dump", tree.root);
	if (dump_load(path, &option, dump, err) != 0)
		assert_int_equal(err->status, STATUS_BAD_INPUT);
	free(path);
	tree_close(&tree);
}

static void check_image(const char *content)
{
	uint8_t image[IMAGE_BYTES];
	struct dump dump;
	struct error err;

	expected_image(image);
	load(content, &dump, &err);
	if (err.text[0] != '\0')
		fail_msg("%s: %s", err.text, content);
	assert_int_equal(dump.count, sizeof image);
	assert_memory_equal(dump.items, image, sizeof image);
	dump_release(&dump);
}

#define ROW_10 "10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f"
#define ROW_20 "20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f"
#define ROW_FF "ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff ff"

static void rows_with_offsets_are_bytes(void **state)
{
	static const char *const dumps[] = {
		"No size specified (using byte-data access)\n"
		"     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f    0123456789abcdef\n"
		"00: " ROW_10 "    ????????????????\n10: " ROW_20 "     !\"#$%&'()*+,-./\n"
		"20: " ROW_FF "    ................\n30: " ROW_FF "    ................\n"
		"40: 01 02    ??\n",
		"00000000: 1011 1213 1415 1617 1819 1a1b 1c1d 1e1f  ................\n"
		"00000010: 2021 2223 2425 2627 2829 2a2b 2c2d 2e2f   !\"#$%&'()*+,-./\n"
		"00000020: ffff ffff ffff ffff ffff ffff ffff ffff  ................\n"
		"00000030: ffff ffff ffff ffff ffff ffff ffff ffff  ................\n"
		"00000040: 0102                                     ..\n",
		"00000000  10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f  |................|\n"
		"00000010  20 21 22 23 24 25 26 27  28 29 2a 2b 2c 2d 2e 2f  | !\"#$%&'()*+,-./|\n"
		"00000020  ff ff ff ff ff ff ff ff  ff ff ff ff ff ff ff ff  |................|\n"
		"*\n00000040  01 02                                             |..|\n00000042\n",
		"0000000 1110 1312 1514 1716 1918 1b1a 1d1c 1f1e\n"
		"0000010 2120 2322 2524 2726 2928 2b2a 2d2c 2f2e\n"
		"0000020 ffff ffff ffff ffff ffff ffff ffff ffff\n*\n0000040 0201\n0000042\n",
		"0000000 " ROW_10 "\n0000020 " ROW_20 "\n0000040 " ROW_FF "\n*\n0000100 01 02\n"
		"0000102\n",
		"000000 " ROW_10 "  >................<\n000010 " ROW_20 "  > !\"#$%&'()*+,-./<\n"
		"000020 " ROW_FF "  >................<\n*\n000040 01 02  >..<\n000042\n",
		"0000000 " ROW_10 "\n0000016 " ROW_20 "\n0000032 " ROW_FF "\n*\n0000064 01 02\n"
		"0000066\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++)
		check_image(dumps[i]);
}

static void rows_without_offsets_and_tables_are_bytes(void **state)
{
	static const char *const dumps[] = {
		ROW_10 "\r\n" ROW_20 "\r\n" ROW_FF "\r\n" ROW_FF "\r\n01 02\r\n",
		"static const unsigned char spd[] = {\n  0x10, 0x11, 0x12, 0x13, 0x14, 0x15,\n"
		"  0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, // the first\n"
		"  0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b,\n"
		"  0x2c, 0x2d, 0x2e, 0x2f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,\n"
		"  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,\n"
		"  0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,\n"
		"  0x01, 0x02\n};\n",
		"   00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n"
		"00 | " ROW_10 "\n10 | " ROW_20 "\n20 | " ROW_FF "\n30 | " ROW_FF "\n40 | 01 02\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof dumps / sizeof *dumps; i++)
		check_image(dumps[i]);
}

static void structures_of_dmidecode_are_bytes(void **state)
{
	static const uint8_t table[] = { 17, 6, 1, 0, 1, 2, 'A', '1', 0, 'Q', 0, 0,
		                         127, 4, 2, 0, 0, 0 };
	struct dump dump;
	struct error err;

	(void)state;
	load("# dmidecode 3.4\nGetting SMBIOS data from sysfs.\nSMBIOS 2.8 present.\n\n"
	     "Handle 0x0001, DMI type 17, 6 bytes\n\tHeader and Data:\n\t\t11 06 01 00 01 02\n"
	     "\tStrings:\n\t\t41 31 00\n\t\t\"A1\"\n\t\t51 00\n\t\t\"Q\"\n\n"
	     "Handle 0x0002, DMI type 127, 4 bytes\n\tHeader and Data:\n\t\t7F 04 02 00\n\n",
	     &dump, &err);
	assert_string_equal(err.text, "");
	assert_int_equal(dump.count, sizeof table);
	assert_memory_equal(dump.items, table, sizeof table);
	dump_release(&dump);
}

static void text_without_bytes_is_refused_by_its_kind(void **state)
{
	static const char *const texts[][2] = {
		{ "Handle 0x1100, DMI type 17, 40 bytes\nMemory Device\n\tSize: 16 GB\n",
		  "is dmidecode's own text, which leaves bytes out; as root, dmidecode --dump-bin" },
		{ "# decode-dimms version 4.3\n\nMemory Serial Presence Detect Decoder\n",
		  "is what decode-dimms prints" },
		{ "root:x:0:0:root:/root:/bin/sh\n", "is text; give bytes" },
		{ "00: " ROW_10 "\n20: " ROW_20 "\n", "is text; give bytes" }, /* a row is missing */
		{ "00: 10 11 XX XX\n", "holds XX, bytes that could not be read" },
		{ "", "is empty" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct dump dump;
		struct error err;
		load(texts[i][0], &dump, &err);
		if (strstr(err.text, texts[i][1]) == NULL)
			fail_msg("'%s', not '%s'", err.text, texts[i][1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_with_offsets_are_bytes),
		cmocka_unit_test(rows_without_offsets_and_tables_are_bytes),
		cmocka_unit_test(structures_of_dmidecode_are_bytes),
		cmocka_unit_test(text_without_bytes_is_refused_by_its_kind),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
