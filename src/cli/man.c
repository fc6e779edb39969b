/* SPDX-License-Identifier: MIT */
/* cli: `membench man`: the manual whole for man(1), or a part of it to read here. */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/manual.h"

struct man_options {
	bool help;
};

static const struct option options[] = {
	{ "help", 'h', NULL, NULL, "show this", option_flag,
	  .offset = offsetof(struct man_options, help) },
};

#define COLUMNS_PART "columns"

static const struct manual_page *page_find(const char *name)
{
	for (size_t i = 0; manual_pages[i].name != NULL; i++) {
		if (text_equal(manual_pages[i].name, name))
			return &manual_pages[i];
	}
	return NULL;
}

static bool is_listed(const struct command *command)
{
	return command->summary != NULL;
}

/* All parts, a name a line: pages, the columns, commands. */
static void man_parts(struct text *text)
{
	for (size_t i = 0; manual_pages[i].name != NULL; i++)
		text_printf(text, "%s\n", manual_pages[i].name);
	text_put(text, COLUMNS_PART "\n");
	for (size_t i = 0; commands[i] != NULL; i++) {
		if (is_listed(commands[i]))
			text_printf(text, "%s\n", commands[i]->name);
	}
}

static int part_unknown(const char *name, struct error *err)
{
	struct nearest nearest = { .given = name };
	struct text parts = { 0 };

	man_parts(&parts);
	struct items items = items_of(text_string(&parts), '\n');
	for (char *part; (part = items_next(&items)) != NULL;)
		nearest_try(&nearest, part);
	if (nearest.word != NULL)
		(void)error_set(err, "'%s' is no part of the manual; did you mean %s?", name,
		                nearest.word);
	else
		(void)error_set(err, "'%s' is no part of the manual; membench man --help lists "
		                "them", name);
	items_release(&items);
	text_release(&parts);
	return -1;
}

static int put_part(const char *name, struct text *text, struct error *err)
{
	const struct manual_page *page = page_find(name);
	const struct command *command = commands_find(name);

	if (page != NULL)
		manual_page_text(page, text);
	else if (text_equal(name, COLUMNS_PART))
		manual_columns_text(text);
	else if (command != NULL && is_listed(command))
		options_help(command, text);
	else
		return part_unknown(name, err);
	return 0;
}

/* For people who asked for no part: which there are. */
static void put_list(struct text *text)
{
	struct text parts = { 0 }, line = { 0 };

	man_parts(&parts);
	for (char *at = parts.bytes; *at; at++)
		*at = *at == '\n' ? ' ' : *at;
	text_put(text, "membench man PART ... prints parts of the manual:\n");
	text_printf(&line, "%s\n", text_string(&parts));
	text_put_prose(text, "  ", text_string(&line));
	text_put(text, "All of it: membench man | man -l -\n");
	text_release(&parts);
	text_release(&line);
}

static int man_command(const struct command *command, int argc, char **argv,
                       struct error *err)
{
	struct man_options given = { 0 };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	struct text text = { 0 };

	int result = options_parse(command, argc, argv, &given, &operands, err);
	for (size_t i = 0; result == 0 && i < operands.count; i++) {
		text_put(&text, i > 0 ? "\n" : "");
		result = put_part(operands.items[i], &text, err);
	}
	if (result == 0 && operands.count == 0 && isatty(STDOUT_FILENO))
		put_list(&text);
	else if (result == 0 && operands.count == 0)
		manual_mdoc(&text);
	if (result == 0)
		result = output_text(&text, err);
	text_release(&text);
	free(operands.items);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

const struct command command_man = {
	.name = "man",
	.synopsis = "[PART ...]",
	.summary = "The manual: parts of it to read here, or all as mdoc for man(1).",
	.details = "On a terminal it lists the parts. `membench man | man -l -` shows all of it.\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.operand_words = man_parts,
	.run = man_command,
};
