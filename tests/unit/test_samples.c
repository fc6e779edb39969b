/* SPDX-License-Identifier: MIT */
/* The record of a cell and its columns. */
#include "check.h"

#include "sample_cell.h"
#include "samples/columns.h"
#include "samples/file.h"

/* The header that the design fixes, written out here a second time on purpose. */
static void header_is_the_one_the_design_fixes(void **state)
{
	struct text header = { 0 };

	(void)state;
	file_header(&header);
	assert_string_equal(
	        text_string(&header),
	        "schema,label,session,boot,host,cpu,version,started,op,kernel,threads,cpus,"
	        "page_bytes,huge_share,convention,block_bytes,footprint_bytes,level,edge,run,"
	        "position,samples,bytes,ns_min,ns_q1,ns_median,ns_mean,ns_max,mb_per_s,clock_ghz,"
	        "core_ipc,flags,huge_source,cpu_share\n");
	text_release(&header);
}

static void a_row_holds_base_units_and_quotes_what_needs_it(void **state)
{
	struct cells cells = { 0 };
	struct text row = { 0 };
	struct cell cell = sample_cell(&cells);

	(void)state;
	file_row(&cell, &row);
	assert_string_equal(text_string(&row),
	                    "2,\"CL2, \"\"fast\"\"\",s1,b1,h,Some CPU,0.1.0,"
	                    "2026-01-01T00:00:00.000001Z,copy,avx2,2,0;1,4096,0.500,copied,2048,4096,L1,"
	                    "1,3,7,100,1000000,4000.25,5000.00,5001.50,5100.75,9000.00,200000.00,"
	                    "3.500,,slowed;incomplete,hugetlb,1.250\n");
	text_release(&row);
	cells_release(&cells);
}

static void rate_is_bytes_over_the_first_quartile(void **state)
{
	struct cells cells = { 0 };
	struct cell cell = sample_cell(&cells);

	(void)state;
	assert_near(cell_rate(&cell), 200000, 1e-12); /* 10^6 bytes in 5 us: 200 GB/s */
	cells_release(&cells);
}

static void equal_contexts_are_kept_once(void **state)
{
	struct cells cells = { 0 };
	struct context other = sample_context;

	(void)state;
	other.label = "CL3";
	const struct context *first = cells_context(&cells, &sample_context);
	assert_ptr_not_equal(cells_context(&cells, &other), first);
	assert_ptr_equal(cells_context(&cells, &sample_context), first);
	assert_int_equal(cells.context_count, 2);
	cells_release(&cells);
}

/* More of them than fit the first block of memory or the first table. */
static void many_contexts_keep_their_strings(void **state)
{
	const struct context *kept[1000];
	struct cells cells = { 0 };
	struct context context = sample_context;
	char session[5000];

	(void)state;
	for (size_t i = 0; i < 1000; i++) {
		(void)snprintf(session, sizeof session, "%0*zu", (int)(i * 4 + 3), i);
		context.session = session;
		kept[i] = cells_context(&cells, &context);
	}
	for (size_t i = 0; i < 1000; i++) {
		(void)snprintf(session, sizeof session, "%0*zu", (int)(i * 4 + 3), i);
		context.session = session;
		assert_ptr_equal(cells_context(&cells, &context), kept[i]);
		assert_string_equal(kept[i]->session, session);
		assert_string_equal(kept[i]->label, sample_context.label);
	}
	assert_int_equal(cells.context_count, 1000);
	cells_release(&cells);
}

static void every_column_says_what_it_holds(void **state)
{
	(void)state;
	for (size_t i = 0; i < column_count; i++) {
		if (columns[i].meaning == NULL || columns[i].meaning[0] == '\0')
			fail_msg("%s: no meaning", columns[i].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_is_the_one_the_design_fixes),
		cmocka_unit_test(a_row_holds_base_units_and_quotes_what_needs_it),
		cmocka_unit_test(rate_is_bytes_over_the_first_quartile),
		cmocka_unit_test(equal_contexts_are_kept_once),
		cmocka_unit_test(many_contexts_keep_their_strings),
		cmocka_unit_test(every_column_says_what_it_holds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
