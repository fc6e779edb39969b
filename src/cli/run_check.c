/* SPDX-License-Identifier: MIT */
/* cli: what no single option of `membench run` can see. Looks at no file and no machine. */
#include "cli/run.h"

#include <ctype.h>
#include <string.h>

#include "report/format.h"
#include "report/run.h"
#include "samples/columns.h"
#include "samples/quantity.h"

static int check_print(const struct run_options *given, struct error *err)
{
	int result = 0;

	if (given->print == NULL)
		return 0;
	struct items names = items_of(given->print, ',');
	for (const char *name; result == 0 && (name = items_next(&names)) != NULL;) {
		if (columns_find(name) == NULL && derived_find(name) == NULL &&
		    !text_equal(name, PRINT_MEDIAN))
			result = columns_unknown("print", name, err);
	}
	items_release(&names);
	return result;
}

#define BUDGET_MOST_NS UINT64_C(60000000000) /* a cell's samples are kept in memory */

/* A name that rows bear: --label, --name. */
static int check_name(const char *option, const char *name, struct error *err)
{
	size_t bytes;

	for (const char *at = name; at != NULL && *at; at += bytes) {
		bytes = text_character(at);
		if (bytes == 0)
			return error_set(err, "--%s: '%.60s' is not UTF-8, as files are; write it "
			                 "in that, or in ASCII", option, name);
		if (iscntrl((unsigned char)*at))
			return error_set(err, "--%s: control characters and line breaks do not "
			                 "belong into a name", option);
	}
	return 0;
}

/* A name that promises another format than what is written there. */
static int check_output(const char *path, struct error *err)
{
	static const struct { const char *suffix, *format; } others[] = {
		{ ".json", "json" }, { ".md", "markdown" }, { ".svg", NULL },
	};
	size_t length = path != NULL ? strlen(path) : 0;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		size_t suffix = strlen(others[i].suffix);
		if (length < suffix || !text_equal(path + length - suffix, others[i].suffix))
			continue;
		if (others[i].format == NULL)
			return error_set(err, "--output: %s: rows are saved as CSV, from which membench "
			                 "plot -o %s draws", path, path);
		return error_set(err, "--output: %s: rows are saved as CSV; for %s use --format %s "
		                 ">%s, beside --output of a .csv", path, others[i].format,
		                 others[i].format, path);
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
	if (given->session.name != NULL && *given->session.name == '\0')
		return error_set(err, "--name: a name is needed, not ''");
	if (check_name("label", given->session.label, err) != 0 ||
	    check_output(given->session.output, err) != 0)
		return -1;
	return check_name("name", given->session.name, err);
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

/* What is of memory alone, and what is of commands alone. */
static int check_command(const struct run_options *given, const struct command *command,
                         uint64_t words, struct error *err)
{
	static const char *const memory[] = { "op", "kernel", "threads", "cpu", "pages", "budget",
		                              "levels", "levels-by", "verify" };
	static const char *const external[] = { "name", "before", "after", "timeout", "verbose" };
	bool is_command = given->session.command != NULL;

	for (size_t i = 0; is_command && i < sizeof memory / sizeof *memory; i++) {
		if (options_given(command, words, memory[i]))
			return error_set(err, "--%s is for memory, and does not go with --command",
			                 memory[i]);
	}
	for (size_t i = 0; !is_command && i < sizeof external / sizeof *external; i++) {
		if (options_given(command, words, external[i]))
			return error_set(err, "--%s goes with --command", external[i]);
	}
	if (is_command && given->session.command[strspn(given->session.command, " \t\n")] == '\0')
		return error_set(err, "--command: a shell command is needed, such as 'cp a b'");
	return 0;
}

int run_options_check(struct run_options *given, const struct command *command,
                      uint64_t words, struct error *err)
{
	if (check_print(given, err) != 0 || check_together(given, err) != 0 ||
	    check_command(given, command, words, err) != 0)
		return -1;
	return take_standard_output(given, err);
}
