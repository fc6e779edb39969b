/* SPDX-License-Identifier: MIT */
/* cli: what no single option of `membench run` can see. Looks at no file and no machine. */
#include "cli/run.h"

#include <ctype.h>
#include <string.h>

#include "report/format.h"
#include "samples/columns.h"

static int check_print(const struct run_options *given, struct error *err)
{
	struct text known = { 0 };

	if (given->print == NULL || columns_find(given->print) != NULL)
		return 0;
	if (strchr(given->print, ',') != NULL)
		return error_set(err, "--print: '%.60s' names several columns, and it takes one, "
		                 "such as mb_per_s; --format csv prints all of them, a row a cell",
		                 given->print);
	for (size_t i = 0; i < column_count; i++)
		text_printf(&known, "%s%s", i ? ", " : "", columns[i].name);
	(void)error_set(err, "--print: '%s' is not a column; use one of %s", given->print,
	                text_string(&known));
	text_release(&known);
	return -1;
}

#define BUDGET_MOST_NS UINT64_C(60000000000) /* a cell's samples are kept in memory */

static int check_label(const char *label, struct error *err)
{
	size_t bytes;

	for (const char *at = label; at != NULL && *at; at += bytes) {
		bytes = text_character(at);
		if (bytes == 0)
			return error_set(err, "--label: '%.60s' is not UTF-8, as files are; write it "
			                 "in that, or in ASCII", label);
		if (iscntrl((unsigned char)*at))
			return error_set(err, "--label: control characters and line breaks do not "
			                 "belong into a name");
	}
	return 0;
}

/* What no single option's parser can see. */
static int check_together(const struct run_options *given, struct error *err)
{
	if (given->session.append && given->session.output == NULL)
		return error_set(err, "--append needs a file to add to; name it with --output");
	if (given->session.over > 0 && given->session.runs == 1)
		return error_set(err, "--over spreads several runs over a time; give --runs 2 or "
		                 "more");
	if (given->print != NULL && given->format != FORMAT_TABLE)
		return error_set(err, "--print gives bare values and takes no --format");
	if ((given->session.output != NULL && *given->session.output == '\0') ||
	    (given->session.raw != NULL && *given->session.raw == '\0'))
		return error_set(err, "--%s: a file name is needed, not ''",
		                 given->session.output != NULL && *given->session.output == '\0' ? "output"
		                                                                 : "raw");
	if (given->session.budget > BUDGET_MOST_NS)
		return error_set(err, "--budget: at most 60s for each size in each run; give more "
		                 "--runs instead");
	return check_label(given->session.label, err);
}

/* Rows on standard output are --format csv by another name, and leave no room for more. */
static int take_standard_output(struct run_options *given, struct error *err)
{
	if (given->session.raw != NULL && text_equal(given->session.raw, "-"))
		return error_set(err, "--raw: standard output carries the report; name a file");
	if (given->session.output == NULL || !text_equal(given->session.output, "-"))
		return 0;
	if (given->session.append || given->print != NULL ||
	    (given->format != FORMAT_TABLE && given->format != FORMAT_CSV))
		return error_set(err, "--output - writes the rows to standard output, as --format "
		                 "csv does; it goes with no --append, --print or other --format");
	given->session.output = NULL;
	given->format = FORMAT_CSV;
	return 0;
}

int run_options_check(struct run_options *given, struct error *err)
{
	if (check_print(given, err) != 0 || check_together(given, err) != 0)
		return -1;
	return take_standard_output(given, err);
}
