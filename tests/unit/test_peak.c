/* SPDX-License-Identifier: MIT */
/*
 * Peaks of memory interfaces. Expected, by hand: 8 bytes a channel (2 of LPDDR5 and LPDDR4 as
 * these tables have them, 128 of HBM) times 10^6 transfers a second, channels by the names
 * that the tables give; what dmidecode prints of them stands in expected.tsv.
 */
#include "dimms.h"
#include "tree.h"

#include "base/units.h"
#include "dimms/peak.h"

enum { ARRAY = 0x1000, USE_SYSTEM = 3, CORRECTS_MANY = 6 };
enum { DIMM_DDR5 = 34, DIMM_HBM2 = 33, DIMM_LPDDR5 = 35 };

static void check_words(const char *id, const struct peak *peak, const char *words)
{
	struct text text = { 0 };

	peak_format(peak, &text);
	if (strcmp(text_string(&text), words) != 0)
		fail_msg("%s: '%s', not '%s'", id, text_string(&text), words);
	text_release(&text);
}

static const struct expectation {
	const char *id;
	double low, high; /* GB/s; high 0: not known */
} expectations[] = {
	{ "sony-len21", 0, 0 },
	{ "proliant-ml350g5-len23", 0, 8 * 8 * 0.667 },
	{ "imac10-badwidth", 0, 4 * 8 * 1.067 },
	{ "s5000psl-fbdimm", 0, 2 * 8 * 0.667 },
	{ "x60s-ddr2-nospeed", 0, 0 },
	{ "p5p43td-placeholder", 0, 3 * 8 * 0.8 },
	{ "z600-flash", 0, 6 * 8 * 1.333 },
	{ "reks-lpddr3-len32", 0, 2 * 8 * 1.776 },
	{ "xc640-24slots", 8 * 2.666, 8 * 8 * 2.666 },
	{ "c7z170-underclocked", 2 * 8 * 2.4, 2 * 8 * 2.4 },
	{ "e14gen3-mixed-sizes", 2 * 8 * 3.2, 2 * 8 * 3.2 },
	{ "dragonfly-lpddr5-8dev", 8 * 2 * 4.8, 8 * 2 * 4.8 },
	{ "ms7e26-ddr5", 2 * 8 * 5.2, 2 * 8 * 5.2 },
	{ "ep2c621d16-64g", 2 * 8 * 2.4, 2 * 8 * 2.4 },
	{ "tower5810-rimm", 8 * 1.866, 6 * 8 * 1.866 },
	{ "prestige14-lpddr4-8dev", 8 * 2 * 4.267, 8 * 2 * 4.267 },
	{ "vm-aws-m5large", 0, 0 },
	{ "vm-qemu-upcloud", 0, 0 },
	{ "vm-azure-unknown", 0, 0 },
	{ "metal-aws-c7g-nostrings", 8 * 4.8, 8 * 8 * 4.8 },
	{ "real-bin-cnl-2dimm", 2 * 8 * 2.4, 2 * 8 * 2.4 },
};

static void real_tables_have_the_peak_of_their_channels_or_a_range(void **state)
{
	const char *folder = testdata("peaks of SMBIOS tables");
	size_t known = 0, ranges = 0;

	(void)state;
	if (folder == NULL)
		skip();
	for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
		const struct expectation *expected = &expectations[i];
		struct modules modules = { 0 };
		struct error err;
		char *path = format("%s/dmi/%s.hex", folder, expected->id);
		assert_int_equal(modules_load(&modules, path, NULL, &err), 0);
		modules_decide(&modules);
		struct peak peak = peak_of(&modules);
		if (fabs(peak.low - expected->low * 1e9) > 1e3 ||
		    fabs(peak.high - expected->high * 1e9) > 1e3)
			fail_msg("%s: %g to %g, not %g to %g GB/s", expected->id, peak.low * 1e-9,
			         peak.high * 1e-9, expected->low, expected->high);
		assert_int_equal(peak.source, expected->high > 0 ? PEAK_SMBIOS : PEAK_UNKNOWN);
		assert_true(peak.source != PEAK_UNKNOWN || peak.why != NULL);
		known += peak_is_known(&peak);
		ranges += peak.high > 0 && !peak_is_known(&peak);
		modules_release(&modules);
		free(path);
	}
	(void)printf("# peaks of 21 tables: %zu known, %zu bounded, the others not\n", known,
	             ranges);
	assert_int_equal(known, 7);
}

/* One module a slot of `names`, ' ' before those that are empty. */
static struct peak peak_of_slots(struct dimm dimm, const char *const *names, size_t count)
{
	struct dimm_table table = { .count = 0 };
	struct modules modules = { 0 };

	dimm_add_array(&table, ARRAY, USE_SYSTEM, CORRECTS_MANY);
	for (size_t i = 0; i < count; i++) {
		bool is_empty = names[i][0] == ' ';
		struct dimm slot = is_empty ? (struct dimm){ .array = ARRAY, .type = 2 } : dimm;
		slot.locator = names[i] + is_empty;
		dimm_add(&table, &slot);
	}
	dimm_end(&table);
	struct bytes bytes = { table.items, table.count };
	assert_int_equal(smbios_decode(&bytes, &modules.smbios), 0);
	modules_decide(&modules);
	struct peak peak = peak_of(&modules);
	modules_release(&modules);
	return peak;
}

#define SLOTS(dimm, ...) \
	peak_of_slots((dimm), (const char *const[]){ __VA_ARGS__ }, \
	              sizeof((const char *const[]){ __VA_ARGS__ }) / sizeof(char *))

static const struct dimm ddr5 = {
	.array = ARRAY, .mib = 32767, .type = DIMM_DDR5, .rated = 5600, .configured = 4800,
	.ranks = 2, .total_bits = 80, .data_bits = 64, .maker = "Samsung", .part = "M321R4GA3BB0",
};

static void servers_are_counted_channel_by_channel(void **state)
{
	struct peak peak;

	(void)state;
	peak = SLOTS(ddr5, "CPU1_DIMM_A1", "CPU1_DIMM_B1", "CPU1_DIMM_C1", "CPU1_DIMM_D1",
	             "CPU1_DIMM_E1", "CPU1_DIMM_F1", "CPU1_DIMM_G1", "CPU1_DIMM_H1");
	check_words("one a channel", &peak, "307.2 GB/s: 8 channels of 8 bytes at 4800 MT/s (as "
	            "set); 358.4 at what the modules are rated for");
	/* Two of a channel share its wires; what is empty carries nothing. */
	peak = SLOTS(ddr5, "CPU1_DIMM_A1", "CPU1_DIMM_A2", "CPU1_DIMM_B1", "CPU1_DIMM_B2",
	             " CPU1_DIMM_C1", " CPU1_DIMM_C2");
	assert_near(peak.low, 76.8e9, 1e-9);
	assert_near(peak.high, 76.8e9, 1e-9);
	peak = SLOTS(ddr5, "P0 Channel A", "P0 Channel B", "P1 Channel A", "P1 Channel B");
	check_words("two sockets", &peak, "153.6 GB/s: 4 channels of 8 bytes at 4800 MT/s (as "
	            "set), 76.8 a socket; 179.2 at what the modules are rated for");
	peak = SLOTS(ddr5, "P0 Channel A", "P0 Channel B", "P1 Channel A");
	assert_int_equal(peak.sockets, 0);
	assert_near(peak.high, 3 * 38.4e9, 1e-9);
	/* One empty slot without a name that tells, and one filled. */
	peak = SLOTS(ddr5, "P0 Channel A", " spare");
	assert_true(peak_is_known(&peak));
	peak = SLOTS(ddr5, "P0 Channel A", "spare");
	check_words("a name that does not tell", &peak, "38.4 to 76.8 GB/s: 1 to 2 channels of 8 "
	            "bytes at 4800 MT/s (as set); the names of the slots do not tell the channels");
}

/* Banks that lack the socket, which the locators have. */
static void a_channel_of_another_socket_is_another(void **state)
{
	struct dimm dimm = ddr5;

	(void)state;
	dimm.bank = "Channel A";
	struct peak peak = SLOTS(dimm, "CPU1 slot 1", "CPU1 slot 2", "CPU2 slot 1");
	assert_near(peak.high, 2 * 38.4e9, 1e-9);
	assert_true(peak_is_known(&peak));
}

static void widths_are_those_of_the_kind_of_memory(void **state)
{
	struct dimm dimm = ddr5;
	struct peak peak;

	(void)state;
	dimm.data_bits = 32; /* half of a DDR5 module, as some firmware has it */
	peak = SLOTS(dimm, "Channel A", "Channel B");
	assert_near(peak.high, 76.8e9, 1e-9);
	dimm.type = DIMM_LPDDR5;
	peak = SLOTS(dimm, "Channel A", "Channel B");
	assert_near(peak.high, 38.4e9, 1e-9);
	dimm.data_bits = dimm.total_bits = 0;
	peak = SLOTS(dimm, "Channel A", "Channel B");
	check_words("LPDDR5", &peak, "not known: how wide the channels are is not told");
	dimm.type = DIMM_HBM2;
	dimm.data_bits = dimm.total_bits = 1024;
	dimm.configured = dimm.rated = 2400;
	peak = SLOTS(dimm, "Channel A", "Channel B", "Channel C", "Channel D");
	assert_near(peak.high, 4 * 128 * 2.4e9, 1e-9);
}

static void what_is_not_told_makes_a_bound_and_no_figure(void **state)
{
	struct dimm dimm = ddr5;
	struct peak peak;

	(void)state;
	dimm.configured = 0;
	peak = SLOTS(dimm, "Channel A", "Channel B");
	assert_false(peak_is_known(&peak));
	check_words("as rated", &peak, "at most 89.6 GB/s: 2 channels of 8 bytes at 5600 MT/s (as "
	            "rated; as set is not told)");
	dimm.rated = 0;
	peak = SLOTS(dimm, "Channel A", "Channel B");
	check_words("no speed", &peak, "not known: no speed of the modules is told");
	/* MHz for MT/s, or half of it is lost: either way it lies in between. */
	dimm.rated = 3200;
	dimm.configured = 1600;
	peak = SLOTS(dimm, "Channel A", "Channel B");
	check_words("half", &peak, "25.6 to 51.2 GB/s: 2 channels of 8 bytes at 1600 MT/s (as set); "
	            "either half the speed is lost, or the firmware counts the clock");
	peak = peak_of(&(struct modules){ 0 });
	check_words("nothing", &peak, "not known: no SMBIOS memory devices here");
}

static void the_user_has_the_last_word(void **state)
{
	const struct peak peak = peak_given(307.2e9);

	(void)state;
	assert_true(peak_is_known(&peak));
	check_words("given", &peak, "307.2 GB/s (given)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(real_tables_have_the_peak_of_their_channels_or_a_range),
		cmocka_unit_test(servers_are_counted_channel_by_channel),
		cmocka_unit_test(a_channel_of_another_socket_is_another),
		cmocka_unit_test(widths_are_those_of_the_kind_of_memory),
		cmocka_unit_test(what_is_not_told_makes_a_bound_and_no_figure),
		cmocka_unit_test(the_user_has_the_last_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
