/* SPDX-License-Identifier: MIT */
/* cli: option tables to structs and to --help. Knows no command. */
#include "cli/options.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/nearest.h"

#define NAME_BYTES 64 /* a longer word is no option */

static int option_unknown(const struct command *command, const char *name,
                          struct error *err)
{
	struct nearest nearest = { .given = name };

	for (size_t i = 0; i < command->option_count; i++)
		nearest_try(&nearest, command->options[i].name);
	if (nearest.word != NULL)
		return error_set(err, "--%s is not an option of membench %s; did you mean --%s?",
		                 name, command->name, nearest.word);
	return error_set(err, "--%s is not an option of membench %s; "
	                 "membench %s --help lists them", name, command->name, command->name);
}

static const struct option *option_by_name(const struct command *command,
                                           const char *name, size_t length)
{
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option *option = &command->options[i];
		if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
			return option;
	}
	return NULL;
}

static const struct option *option_by_letter(const struct command *command, char letter)
{
	for (size_t i = 0; i < command->option_count; i++) {
		if (command->options[i].letter == letter)
			return &command->options[i];
	}
	return NULL;
}

/* --json for --format json, and so on: what people try first. NULL where it is none. */
static const struct option *option_by_format(const struct command *command,
                                             const char *word, const char **value)
{
	const struct option *option = option_by_name(command, "format", strlen("format"));

	for (size_t i = 0; option != NULL && option->choices[i] != NULL; i++) {
		if (text_equal(option->choices[i], word)) {
			*value = option->choices[i];
			return option;
		}
	}
	return NULL;
}

/*
 * What argv[*at] asks for. `value` is what was attached to it ("=..." or behind the
 * letter), NULL where nothing was.
 */
static const struct option *option_match(const struct command *command, const char *word,
                                         const char **value, struct error *err)
{
	const struct option *option;
	char name[NAME_BYTES];

	*value = NULL;
	if (word[1] != '-') {
		option = option_by_letter(command, word[1]);
		if (option == NULL)
			(void)error_set(err, "%s is not an option of membench %s; "
			                "membench %s --help lists them", word, command->name,
			                command->name);
		if (option != NULL && word[2] != '\0')
			*value = word + 2;
		return option;
	}
	size_t length = strcspn(word + 2, "=");
	option = option_by_name(command, word + 2, length);
	if (option == NULL && (option = option_by_format(command, word + 2, value)) != NULL)
		return option;
	if (option == NULL) {
		(void)snprintf(name, sizeof name, "%.*s", (int)length, word + 2);
		(void)option_unknown(command, name, err);
	} else if (word[2 + length] == '=') {
		*value = word + 2 + length + 1;
	}
	return option;
}

/* Where the parser stands in argv. */
struct words {
	char **argv;
	int count, at;
};

/* Applies what the word at hand asks for, and sets its bit in `given`. */
static int option_apply(const struct command *command, struct words *words, void *fields,
                        uint64_t *given, struct error *err)
{
	const char *value;
	const struct option *option =
	        option_match(command, words->argv[words->at], &value, err);

	if (option == NULL)
		return -1;
	if (option->argument == NULL && value != NULL &&
	    option_by_name(command, words->argv[words->at] + 1, strlen(words->argv[words->at] + 1)))
		return error_set(err, "%s: long options have two dashes; did you mean -%s?",
		                 words->argv[words->at], words->argv[words->at]);
	if (option->argument == NULL && value != NULL)
		return error_set(err, "--%s takes no value (given '%s')", option->name, value);
	if (option->argument != NULL && value == NULL) {
		if (words->at + 1 >= words->count)
			return error_set(err, "--%s needs a value: --%s %s", option->name,
			                 option->name, option->argument);
		value = words->argv[++words->at];
	}
	*given |= UINT64_C(1) << (option - command->options);
	return option->parse(value, option, (char *)fields + option->offset, err);
}

static int options_default(const struct command *command, void *fields, struct error *err)
{
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option *option = &command->options[i];
		if (option->initial != NULL &&
		    option->parse(option->initial, option, (char *)fields + option->offset,
		                  err) != 0)
			return -1;
	}
	return 0;
}

int options_parse(const struct command *command, int argc, char **argv, void *fields,
                  struct operands *operands, struct error *err)
{
	struct words words = { argv, argc, 0 };
	bool options_end = false;

	assert(command->option_count <= OPTIONS_MOST);
	if (options_default(command, fields, err) != 0)
		return -1;
	operands->count = 0;
	operands->given = 0;
	for (; words.at < argc; words.at++) {
		const char *word = argv[words.at];
		/* "-" is standard input, "-:COLUMN" one of its columns. */
		if (options_end || word[0] != '-' || word[1] == '\0' || word[1] == ':')
			operands->items[operands->count++] = argv[words.at];
		else if (text_equal(word, "--"))
			options_end = true;
		else if (option_apply(command, &words, fields, &operands->given, err) != 0)
			return -1;
	}
	return 0;
}

bool options_given(const struct command *command, uint64_t given, const char *name)
{
	const struct option *option = option_by_name(command, name, strlen(name));

	assert(option != NULL);
	return given >> (option - command->options) & 1;
}

#define HELP_COLUMN 26 /* where the explanations start */

static void help_option(const struct option *option, struct text *text)
{
	struct text left = { 0 }, right = { 0 };

	if (option->letter)
		text_printf(&left, "  -%c, --%s", option->letter, option->name);
	else
		text_printf(&left, "      --%s", option->name);
	if (option->argument != NULL)
		text_printf(&left, " %s", option->argument);
	if (left.length >= HELP_COLUMN - 1) {
		text_printf(text, "%s\n", text_string(&left));
		left.length = 0;
	}
	text_repeat(&left, " ", HELP_COLUMN - left.length);
	text_put(&right, option->help);
	if (option->initial != NULL)
		text_printf(&right, " (default %s)", option->initial);
	text_put_prose(text, text_string(&left), text_string(&right));
	text_release(&left);
	text_release(&right);
}

void options_help(const struct command *command, struct text *text)
{
	text_printf(text, "usage: membench %s %s\n", command->name, command->synopsis);
	text_put_prose(text, "", command->summary);
	text_put(text, "\n");
	for (size_t i = 0; i < command->option_count; i++)
		help_option(&command->options[i], text);
	text_put(text, command->details != NULL ? "\n" : "");
	text_put_prose(text, "", command->details != NULL ? command->details : "");
}
