/* SPDX-License-Identifier: MIT */
/* cli: the list of commands and how a report leaves the program. */
#include "cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/nearest.h"

const struct command *const commands[] = {
	&command_run, &command_card, &command_compare, &command_fleet, &command_plot,
	&command_plan, &command_info, &command_utest, &command_man, &command_completion,
	&command_worker, NULL,
};

const struct command_status command_statuses[] = {
	{ STATUS_DONE, "done" },
	{ STATUS_FAILED, "could not measure, a gate failed, or a host is slow (fleet)" },
	{ STATUS_BAD_INPUT, "asked wrongly" },
	{ STATUS_CANNOT_TELL, "cannot tell (gates, fleet)" },
	{ STATUS_PARTIAL, "some sizes skipped, each named" },
	{ STATUS_INTERRUPTED, "interrupted, the file valid" },
	{ 0, NULL },
};

const struct command *commands_find(const char *name)
{
	for (size_t i = 0; commands[i] != NULL; i++) {
		if (text_equal(commands[i]->name, name))
			return commands[i];
	}
	return NULL;
}

int commands_unknown(const char *name, struct error *err)
{
	struct nearest nearest = { .given = name };

	for (size_t i = 0; commands[i] != NULL; i++) {
		if (commands[i]->summary != NULL)
			nearest_try(&nearest, commands[i]->name);
	}
	if (nearest.word != NULL)
		return error_set(err, "'%s' is not a command; did you mean %s?", name,
		                 nearest.word);
	return error_set(err, "'%s' is not a command; membench --help lists them", name);
}

static void help_statuses(struct text *text)
{
	struct text line = { 0 };

	text_put(&line, "Status:");
	for (size_t i = 0; command_statuses[i].meaning != NULL; i++)
		text_printf(&line, "%s %d %s", i > 0 ? ";" : "", command_statuses[i].status,
		            command_statuses[i].meaning);
	text_put(&line, ".");
	text_put_prose(text, "", text_string(&line));
	text_release(&line);
}

void commands_help(struct text *text)
{
	text_put(text, "usage: membench [COMMAND] [options]\n");
	text_put_prose(text, "", "Memory and cache bandwidth, and whether one configuration is "
	                         "faster than another.\n");
	text_put(text, "\n");
	for (size_t i = 0; commands[i] != NULL; i++) {
		char lead[16];
		if (commands[i]->summary == NULL)
			continue;
		(void)snprintf(lead, sizeof lead, "  %-10s ", commands[i]->name);
		text_put_prose(text, lead, commands[i]->summary);
	}
	text_put(text, "\n");
	text_put_prose(text, "", "Without a command it runs `run`. `membench COMMAND --help` lists "
	                         "its options.\n");
	help_statuses(text);
}

int output_text(const struct text *text, struct error *err)
{
	if (text->length == 0)
		return 0;
	errno = 0;
	if (fwrite(text->bytes, 1, text->length, stdout) == text->length && fflush(stdout) == 0)
		return 0;
	if (errno == EPIPE)
		return 0;
	return error_fail(err, "standard output: cannot be written: %s", strerror(errno));
}

bool output_is_utf8(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);
		if (value != NULL && *value != '\0')
			return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
	}
	return false;
}
