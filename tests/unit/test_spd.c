/* SPDX-License-Identifier: MIT */
/*
 * SPD EEPROMs. Expected: by hand from JEDEC's layouts; for 21 real images what decode-dimms
 * and the sources of the images say (spd/expected.tsv).
 */
#include "dimms.h"
#include "tree.h"

#include "base/units.h"
#include "dimms/dump.h"
#include "dimms/spd.h"

static struct spd decode(const uint8_t *items, size_t count)
{
	struct bytes image = { items, count };
	struct spd spd;

	spd_decode(&image, &spd);
	return spd;
}

static void ddr4_is_read(void **state)
{
	uint8_t image[512];

	(void)state;
	dimm_spd(image, "18ADF2G72PZ-2G6E1");
	struct spd spd = decode(image, sizeof image);
	assert_int_equal(spd.state, SPD_READ);
	assert_false(spd.is_cut);
	assert_string_equal(spd.type, "DDR4");
	assert_string_equal(spd.form, "RDIMM");
	assert_int_equal(spd.bytes, 16 * GIB); /* 8 Gbit / 8 * 64 / 8 * 2 */
	assert_int_equal(spd.ecc, SPD_ECC_YES);
	assert_int_equal(spd.jedec.rate_mts, 2666);
	assert_near(spd.jedec.cl, 19, 0); /* 13750 / 750 = 18.3 */
	assert_int_equal(spd.jedec.trcd, 19);
	assert_int_equal(spd.jedec.tras, 43); /* 32000 / 750 = 42.7 */
	assert_string_equal(spd.maker, "Micron");
	assert_string_equal(spd.part, "18ADF2G72PZ-2G6E1");
	assert_int_equal(spd.profile.rate_mts, 0);
}

static void an_xmp_profile_is_read(void **state)
{
	uint8_t image[512];

	(void)state;
	dimm_spd(image, "F4");
	dimm_add_xmp(image);
	struct spd spd = decode(image, sizeof image);
	assert_string_equal(spd.profile_name, "XMP");
	assert_int_equal(spd.profile.rate_mts, 3200);
	assert_near(spd.profile.cl, 16, 0);
	assert_int_equal(spd.profile.trcd, 18);
	assert_int_equal(spd.profile.trp, 18);
	assert_int_equal(spd.profile.tras, 36);
	image[386] = 0; /* there, and not enabled */
	assert_int_equal(decode(image, sizeof image).profile.rate_mts, 0);
}

static void stacked_chips_hold_more(void **state)
{
	uint8_t image[512];

	(void)state;
	dimm_spd(image, "18ADF2G72PZ-2G6E1");
	image[6] = 0x80 | 3 << 4 | 2; /* 3DS of four */
	assert_int_equal(decode(image, sizeof image).bytes, 64 * GIB);
	image[6] = 0x80 | 3 << 4 | 1; /* four packages of one load each: ranks count already */
	assert_int_equal(decode(image, sizeof image).bytes, 16 * GIB);
}

static void a_cut_image_tells_what_is_left(void **state)
{
	uint8_t image[512];

	(void)state;
	dimm_spd(image, "18ADF2G72PZ-2G6E1");
	struct spd spd = decode(image, 256);
	assert_int_equal(spd.state, SPD_READ);
	assert_true(spd.is_cut);
	assert_int_equal(spd.jedec.rate_mts, 2666);
	assert_string_equal(spd.part, "");
	assert_string_equal(spd.maker, "");
	spd = decode(image, 100);
	assert_int_equal(spd.state, SPD_SHORT);
	assert_string_equal(spd.reason, "cut at 100 of 512 bytes");
	assert_int_equal(spd.jedec.rate_mts, 0);
}

static void what_is_none_says_so(void **state)
{
	uint8_t image[256] = { 0 };

	(void)state;
	assert_int_equal(decode(image, sizeof image).state, SPD_EMPTY);
	assert_int_equal(decode(image, 0).state, SPD_EMPTY);
	memset(image, 0xFF, sizeof image);
	assert_int_equal(decode(image, sizeof image).state, SPD_EMPTY);
	for (size_t i = 0; i < sizeof image; i++)
		image[i] = (uint8_t)(i % 32 + 11); /* byte 2 is 0x0d */
	struct spd spd = decode(image, sizeof image);
	assert_int_equal(spd.state, SPD_UNKNOWN);
	assert_string_equal(spd.reason, "misread: every 32 bytes repeat");
	image[255] = 1;
	spd = decode(image, sizeof image);
	assert_string_equal(spd.reason,
	                    "of no known type (byte 2 is 0x0d): misread, or too new");
	image[0] = 0x51;
	image[1] = 0x18;
	assert_int_equal(decode(image, sizeof image).state, SPD_UNKNOWN);
}

static void every_type_survives_zeros_and_ones(void **state)
{
	uint8_t *image = malloc(1024);

	(void)state;
	assert_non_null(image);
	for (unsigned type = 0; type < 256; type++) {
		for (unsigned fill = 0; fill < 2; fill++) {
			memset(image, fill ? 0xFF : 0, 1024);
			image[2] = (uint8_t)type;
			image[1023] = 1; /* no period */
			struct spd spd = decode(image, 1024);
			assert_true(spd.state != SPD_SHORT && spd.jedec.cl < 256);
		}
	}
	free(image);
}

/* What only the image's bytes say, and expected.tsv not: decode-dimms prints no ranks of
 * SDR, no chip width and no ECC before DDR3. */
static void old_modules_have_ranks_widths_and_no_ecc(void **state)
{
	uint8_t image[128] = { 0x80, 8, 4, 13, 9, 2, 64, 0, 1, 0x75, 0x54, 2, 0x82, 8 };

	(void)state;
	image[17] = 4;
	image[18] = 6; /* CL 2 and 3 */
	image[27] = image[29] = 20;
	image[30] = 44;
	image[63] = 0x80 + 8 + 4 + 13 + 9 + 2 + 64 + 1 + 0x75 + 0x54 + 2 + 0x82 + 8 + 4 + 6 +
	            40 + 44 - 2 * 256;
	struct spd spd = decode(image, sizeof image);
	assert_string_equal(spd.type, "SDR");
	assert_int_equal(spd.ranks, 2);
	assert_int_equal(spd.device_bits, 8);
	assert_int_equal(spd.ecc, SPD_ECC_YES);
	assert_int_equal(spd.bytes, 256 * MIB);
	assert_int_equal(spd.jedec.rate_mts, 133);
	assert_near(spd.jedec.cl, 3, 0);
	assert_int_equal(spd.checksum, SPD_CHECKSUM_OK);
	image[18] = 7;
	assert_int_equal(decode(image, sizeof image).checksum, SPD_CHECKSUM_BAD);
}

static bool same(const char *id, const char *what, const char *actual, const char *expected)
{
	if (text_equal(actual, expected))
		return true;
	(void)printf("%s: %s is '%s', not '%s'\n", id, what, actual, expected);
	return false;
}

static bool same_number(const char *id, const char *what, double actual, const char *expected)
{
	char text[32];
	(void)snprintf(text, sizeof text, "%.10g", actual);
	return same(id, what, actual > 0 ? text : "-", expected);
}

/* Names in the table may go on: "Micron Technology", "UDIMM (133.25 mm)". */
static bool same_start(const char *id, const char *what, const char *actual,
                       const char *expected)
{
	if (actual == NULL || actual[0] == '\0')
		return same(id, what, "-", expected);
	return text_starts(expected, actual) || same(id, what, actual, expected);
}

static bool timings_hold(const char *id, const struct spd *spd, const struct table *answer)
{
	const struct spd_timings *jedec = &spd->jedec;
	/* JEDEC calls it DDR2-667, the table what 2 / 3 ns is when cut, as it does 2666. */
	const char *speed = table_field(answer, "speed_mts");
	bool good = same_number(id, "speed", jedec->rate_mts,
	                        text_equal(speed, "666") ? "667" : speed);

	good &= same_number(id, "cl", jedec->cl, table_field(answer, "cl"));
	good &= same_number(id, "trcd", jedec->trcd, table_field(answer, "trcd"));
	good &= same_number(id, "trp", jedec->trp, table_field(answer, "trp"));
	good &= same_number(id, "tras", jedec->tras, table_field(answer, "tras"));
	good &= same_number(id, "tck", jedec->tck_ps, table_field(answer, "tck_ps"));
	good &= same_number(id, "taa", jedec->taa_ps, table_field(answer, "taa_ps"));
	good &= same_number(id, "trcd_ps", jedec->trcd_ps, table_field(answer, "trcd_ps"));
	return good & same_number(id, "trp_ps", jedec->trp_ps, table_field(answer, "trp_ps"));
}

static bool module_holds(const char *id, const struct spd *spd, const struct table *answer)
{
	static const char *const eccs[] = { "-", "no", "yes" };
	static const char *const sums[] = { "-", "ok", "bad" };
	/* Of these the table says only what decode-dimms prints; see the test above. */
	bool old = text_starts(spd->type, "SDR") || text_equal(spd->type, "DDR") ||
	           text_equal(spd->type, "DDR2");
	bool sdr = text_equal(spd->type, "SDR");
	bool good = same_start(id, "form", spd->form, table_field(answer, "module_type"));

	good &= same_number(id, "size", (double)(spd->bytes / MIB),
	                    table_field(answer, "size_mib"));
	good &= same_number(id, "ranks", sdr ? 0 : spd->ranks, table_field(answer, "ranks"));
	good &= same_number(id, "width", old ? 0 : spd->device_bits,
	                    table_field(answer, "device_width"));
	good &= same(id, "ecc", eccs[old ? 0 : spd->ecc], table_field(answer, "ecc"));
	good &= same(id, "part", spd->part[0] ? spd->part : "-",
	             table_field(answer, "part_number"));
	good &= same(id, "checksum", sums[spd->checksum], table_field(answer, "checksum"));
	return good & same_start(id, "maker", spd->maker, table_field(answer, "manufacturer"));
}

static bool answer_holds(const char *id, const struct spd *spd, const struct table *answer)
{
	const char *type = table_field(answer, "type");

	if (text_equal(type, "empty"))
		return spd->state == SPD_EMPTY;
	if (text_equal(type, "unknown") || text_equal(type, "not an SPD"))
		return spd->state == SPD_UNKNOWN;
	if (spd->state != SPD_READ || !same(id, "type", spd->type, type))
		return false;
	bool good = module_holds(id, spd, answer);
	return timings_hold(id, spd, answer) && good;
}

static struct spd load(const char *folder, const char *id)
{
	char *path = format("%s/spd/%s.hex", folder, id);
	const struct dump_option option = { "spd", "is no dump" };
	struct dump dump;
	struct error err;

	if (dump_load(path, &option, &dump, &err) != 0)
		fail_msg("%s", err.text);
	struct spd spd = decode(dump.items, dump.count);
	dump_release(&dump);
	free(path);
	return spd;
}

static void real_images_decode_as_their_answers(void **state)
{
	const char *folder = testdata("21 SPD images");
	size_t rows = 0, passed = 0;
	struct table answers;

	(void)state;
	if (folder == NULL)
		skip();
	table_open(&answers, format("%s/spd/expected.tsv", folder));
	while (table_next(&answers)) {
		const char *id = table_field(&answers, "id");
		struct spd spd = load(folder, id);
		bool holds = answer_holds(id, &spd, &answers);
		if (!holds)
			(void)printf("%s: %s\n", id, spd.reason);
		passed += holds;
		rows++;
	}
	table_close(&answers);
	(void)printf("# SPD images: %zu of %zu\n", passed, rows);
	assert_int_equal(rows, 21);
	assert_int_equal(passed, rows);
}

/* As the notes of expected.tsv give them, from the makers' data sheets. */
static void profiles_of_real_modules_are_found(void **state)
{
	const char *folder = testdata("2 SPD images with profiles");

	(void)state;
	if (folder == NULL)
		skip();
	struct spd spd = load(folder, "ddr4-kingston-kf3600c18d4-16gx");
	assert_string_equal(spd.profile_name, "XMP");
	assert_int_equal(spd.profile.rate_mts, 3600);
	assert_near(spd.profile.cl, 18, 0);
	assert_int_equal(spd.profile.trcd, 22);
	assert_int_equal(spd.profile.trp, 22);
	spd = load(folder, "ddr5-vcolor-tmxfl1680838kwk");
	assert_string_equal(spd.profile_name, "XMP/EXPO");
	assert_int_equal(spd.profile.rate_mts, 8000);
	assert_near(spd.profile.cl, 38, 0);
	assert_int_equal(spd.profile.trcd, 48);
	assert_int_equal(spd.profile.trp, 48);
	assert_int_equal(spd.profile.tras, 128);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ddr4_is_read),
		cmocka_unit_test(an_xmp_profile_is_read),
		cmocka_unit_test(stacked_chips_hold_more),
		cmocka_unit_test(a_cut_image_tells_what_is_left),
		cmocka_unit_test(what_is_none_says_so),
		cmocka_unit_test(every_type_survives_zeros_and_ones),
		cmocka_unit_test(old_modules_have_ranks_widths_and_no_ecc),
		cmocka_unit_test(real_images_decode_as_their_answers),
		cmocka_unit_test(profiles_of_real_modules_are_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
