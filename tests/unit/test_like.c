/* SPDX-License-Identifier: MIT */
/* What a new session takes from the rows of an earlier file. */
#include "check.h"

#include "session/kernels.h"

/* A row of `op` by `kernel`: block, run, level as "L3" or "L3*" for an edge. */
static void add_row(struct cells *rows, const struct context *context, uint64_t block,
                    uint64_t run, const char *level)
{
	struct cell cell = {
		.context = cells_context(rows, context), .block_bytes = block,
		.footprint_bytes = 2 * block, .run = run, .samples = 4, .bytes = 1000,
		.ns_q1 = 1, .edge = strchr(level, '*') != NULL,
	};

	(void)snprintf(cell.level, sizeof cell.level, "%.*s", (int)strcspn(level, "*"), level);
	cells_add(rows, &cell);
}

static struct context context_of(const char *session, const char *op, const char *kernel)
{
	return (struct context){
		.schema = 1, .label = "", .session = session, .boot = "", .host = "",
		.cpu = "CPU X", .version = "", .op = op, .kernel = kernel,
		.cpus = "3", .convention = "", .threads = 1, .page_bytes = 4096,
		.huge_source = "",
	};
}

static void each_size_has_the_level_of_most_of_its_rows(void **state)
{
	static const char *const levels[] = { "DRAM", "L3", "?", "DRAM", "L3*", "DRAM" };
	struct context context = context_of("s", "copy", "word");
	struct error err = { 0 };
	struct cells rows = { 0 };
	struct like like;

	(void)state;
	for (size_t i = 0; i < 6; i++)
		add_row(&rows, &context, 128 * MIB, i + 1, levels[i]);
	add_row(&rows, &context, 2048, 1, "L1");
	assert_int_equal(like_take(&rows, "a.csv", &like, &err), 0);
	assert_int_equal(like.count, 2);
	assert_int_equal(like.runs, 6);
	assert_string_equal(like.cells[0].level, "DRAM");
	assert_false(like.cells[0].edge);
	assert_string_equal(like.cells[1].level, "L1");
	like_release(&like);
}

static void cells_come_from_all_sessions_and_settings_from_the_last(void **state)
{
	struct context first = context_of("1", "copy", "word"), second = first, third = first;
	struct error err = { 0 };
	struct cells rows = { 0 };
	struct size_list sizes = { 0 };
	struct text kernels = { 0 };
	struct like like;

	(void)state;
	first.threads = 4;
	second = context_of("2", "read", "byte");
	third.cpus = "0";
	add_row(&rows, &first, 1024, 9, "L1");
	add_row(&rows, &second, 4096, 2, "L1*");
	add_row(&rows, &third, 2048, 1, "L2");
	assert_int_equal(like_take(&rows, "a.csv", &like, &err), 0);
	assert_int_equal(like.threads, 1);
	assert_int_equal(like.others, 1);
	assert_int_equal(like.runs, 2);
	assert_string_equal(like.cpus, "0");
	like_sizes(&like, &sizes);
	assert_int_equal(sizes.count, 2);
	assert_int_equal(sizes.bytes[0], 2048);
	like_kernels(&like, &kernels);
	assert_string_equal(text_string(&kernels), "byte,word");
	assert_true(like_has(&like, OP_READ, "byte", 4096));
	assert_false(like_has(&like, OP_READ, "byte", 2048));
	size_list_release(&sizes);
	text_release(&kernels);
	like_release(&like);
}

/* The level follows from block and footprint, whichever kernel and op has them. */
static void a_level_is_taken_over_for_another_kernel_of_the_same_footprint(void **state)
{
	struct context context = context_of("s", "copy", "word");
	struct context other = context_of("t", "scale", "avx2");
	struct error err = { 0 };
	struct cells rows = { 0 };
	struct like like;
	struct cell asked = { .context = &other, .block_bytes = 2048, .footprint_bytes = 4096 };

	(void)state;
	add_row(&rows, &context, 2048, 1, "L2");
	assert_int_equal(like_take(&rows, "a.csv", &like, &err), 0);
	assert_string_equal(like_level(&like, &asked)->level, "L2");
	asked.footprint_bytes = 6144;
	assert_null(like_level(&like, &asked));
	like_release(&like);
}

/* As calibration makes them of a volume: whole passes, rounded, at least one. */
static uint64_t passes_of(uint64_t volume, uint64_t block)
{
	double passes = (double)volume / (double)block;
	return passes > 1 ? (uint64_t)(passes + 0.5) : 1;
}

static void the_volume_gives_each_block_the_passes_it_had(void **state)
{
	static const uint64_t blocks[] = { 2048, 3000, 65536, 3 * MIB, 8 * MIB };
	static const uint64_t volumes[] = { 1, 2048, 5000, 1000000, 9 * MIB, 256 * MIB,
		                            256 * MIB + 1023, 123456789 };
	struct context context = context_of("s", "copy", "word");
	struct error err = { 0 };

	(void)state;
	context.threads = 2;
	for (size_t v = 0; v < sizeof volumes / sizeof *volumes; v++) {
		struct cells rows = { 0 };
		struct like like;
		for (size_t i = 0; i < 5; i++) {
			add_row(&rows, &context, blocks[i], 1, "L1");
			rows.items[i].samples = 1;
			rows.items[i].bytes = 2 * blocks[i] * passes_of(volumes[v], blocks[i]);
		}
		assert_int_equal(like_take(&rows, "a.csv", &like, &err), 0);
		assert_true(like.volume_bytes > 0);
		for (size_t i = 0; i < 5; i++)
			assert_int_equal(passes_of(like.volume_bytes, blocks[i]),
			                 passes_of(volumes[v], blocks[i]));
		like_release(&like);
	}
}

/* Runs `apart_s` apart; those below `slowed` had a core at 0.7 of its best. */
static uint64_t runs_of(uint64_t runs, uint64_t slowed, int apart_s)
{
	struct context context = context_of("s", "copy", "word");
	struct error err = { 0 };
	struct cells rows = { 0 };
	struct like like;

	for (uint64_t run = 1; run <= runs; run++) {
		add_row(&rows, &context, 2048, run, "L1");
		struct cell *row = &rows.items[rows.count - 1];
		row->started_us = (int64_t)1e15 + (int64_t)run * apart_s * 1000000;
		row->samples = 1000;
		row->ns_mean = 1e5; /* 0.1 s in all */
		row->clock_ghz = run <= slowed ? 2.1 : 3;
		row->core_ipc = 4;
	}
	assert_int_equal(like_take(&rows, "a.csv", &like, &err), 0);
	uint64_t wanted = like.runs;
	like_release(&like);
	return wanted;
}

/* Of 10 runs over 4 minutes 3 were slowed and repeated; and all that could be, in vain. */
static void repeats_of_slowed_runs_were_not_asked_for(void **state)
{
	(void)state;
	assert_int_equal(runs_of(13, 3, 24), 10);
	assert_int_equal(runs_of(10, 0, 24), 10);
	assert_int_equal(runs_of(20, 16, 24), 10);
	assert_int_equal(runs_of(13, 3, 1), 13); /* one after the other: none is repeated */
}

static void short_samples_have_no_volume(void **state)
{
	struct context context = context_of("s", "copy", "word");
	struct error err = { 0 };
	struct cells rows = { 0 };
	struct like like;

	(void)state;
	add_row(&rows, &context, 2048, 1, "L1");
	assert_int_equal(like_take(&rows, "a.csv", &like, &err), 0);
	assert_int_equal(like.volume_bytes, 0);
	like_release(&like);
}

static void an_op_of_another_version_is_refused_by_name(void **state)
{
	struct context context = context_of("s", "gather", "word");
	struct error err = { 0 };
	struct cells rows = { 0 };
	struct like like;

	(void)state;
	add_row(&rows, &context, 2048, 1, "L1");
	assert_int_equal(like_take(&rows, "a.csv", &like, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "a.csv: op 'gather'"));
	like_release(&like);
}

/* Any kernel that needs what a CPU without features lacks. */
static const struct kernel *needing_kernel(void)
{
	for (size_t i = 0; i < kernels_count(); i++) {
		if (kernels_at(i)->needs != 0)
			return kernels_at(i);
	}
	return NULL;
}

static void a_kernel_that_the_cpu_lacks_is_named_with_what_would_do(void **state)
{
	const struct kernel *kernel = needing_kernel();
	struct session setup = { .takes_kernels = true };
	struct error err = { 0 };
	struct cells rows = { 0 };

	(void)state;
	if (kernel == NULL)
		skip();
	struct context context = context_of("s", op_names[kernel->op], kernel->name);
	add_row(&rows, &context, 2048, 1, "L1");
	assert_int_equal(like_take(&rows, "a.csv", &setup.like, &err), 0);
	assert_int_equal(session_name_kernels(&setup, &err), -1);
	assert_int_equal(err.status, STATUS_BAD_INPUT);
	assert_non_null(strstr(err.text, "a.csv was measured with kernel "));
	assert_non_null(strstr(err.text, "does not offer"));
	assert_non_null(strstr(err.text, kernels_auto(kernel->op, 0)->name));
	like_release(&setup.like);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_size_has_the_level_of_most_of_its_rows),
		cmocka_unit_test(cells_come_from_all_sessions_and_settings_from_the_last),
		cmocka_unit_test(a_level_is_taken_over_for_another_kernel_of_the_same_footprint),
		cmocka_unit_test(the_volume_gives_each_block_the_passes_it_had),
		cmocka_unit_test(repeats_of_slowed_runs_were_not_asked_for),
		cmocka_unit_test(short_samples_have_no_volume),
		cmocka_unit_test(a_kernel_that_the_cpu_lacks_is_named_with_what_would_do),
		cmocka_unit_test(an_op_of_another_version_is_refused_by_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
