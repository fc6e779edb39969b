/* SPDX-License-Identifier: MIT */
/* cli: completion in zsh, by _arguments. */
#include "cli/completion.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/words.h"

/* The letters that zsh reads as its own in a description, and the quote around it. */
static void put_quoted(struct text *text, const char *words)
{
	for (; *words; words++) {
		if (*words == '\'')
			text_put(text, "'\\''");
		else
			text_printf(text, "%s%c", strchr("[]:\\", *words) ? "\\" : "", *words);
	}
}

/* What completes a value: the third part of an argument of _arguments. */
static void put_action(enum value_kind kind, const struct text *words, struct text *text)
{
	switch (kind) {
	case VALUE_OTHER:
		text_put(text, " ");
		break;
	case VALUE_WORD:
	case VALUE_LIST:
		text_put(text, kind == VALUE_LIST ? "_sequence compadd -S \"\" - "
		                                  : "(");
		completion_join(words, text);
		text_put(text, kind == VALUE_LIST ? "" : ")");
		break;
	case VALUE_FILE:
		text_put(text, "_files");
		break;
	case VALUE_FOLDER:
		text_put(text, "_files -/");
		break;
	}
}

static void put_option(const struct option *option, struct text *text)
{
	const char *value = option->argument != NULL ? "=" : "";
	struct text words = { 0 }, brief = { 0 };

	completion_brief(option->help, &brief);
	if (option->letter)
		text_printf(text, "\t\t\t'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
		            option->letter, option->argument != NULL ? "+" : "", option->name, value);
	else
		text_printf(text, "\t\t\t'--%s%s[", option->name, value);
	put_quoted(text, text_string(&brief));
	text_put(text, "]");
	if (option->argument != NULL) {
		text_put(text, ":");
		put_quoted(text, option->argument);
		text_put(text, ":");
		put_action(option_value(option, &words), &words, text);
	}
	text_put(text, "' \\\n");
	text_release(&words);
	text_release(&brief);
}

static void put_command(const struct command *command, struct text *text)
{
	struct text words = { 0 };
	enum value_kind kind = operand_value(command, &words);

	text_printf(text, "\t%s)\n\t\t_arguments -s \\\n", command->name);
	for (size_t i = 0; i < command->option_count; i++)
		put_option(&command->options[i], text);
	if (kind != VALUE_OTHER) {
		text_printf(text, "\t\t\t'*:%s:", kind == VALUE_FILE ? "file" : "word");
		put_action(kind, &words, text);
		text_put(text, "'");
	}
	text_put(text, "\n\t\t;;\n");
	text_release(&words);
}

void completion_zsh(struct text *text)
{
	const struct command *command;

	text_put(text, "#compdef membench\n"
	               "# zsh completion for membench, written by `membench completion zsh`\n"
	               "_membench() {\n\tlocal command=run\n\tlocal -a commands\n\tcommands=(\n");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++) {
		text_printf(text, "\t\t'%s:", command->name);
		put_quoted(text, command->summary);
		text_put(text, "'\n");
	}
	text_put(text, "\t)\n"
	               "\tif ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n"
	               "\t\t_describe command commands\n"
	               "\t\treturn\n"
	               "\tfi\n"
	               "\tif ((CURRENT > 2 && ${commands[(I)$words[2]:*]})); then\n"
	               "\t\tcommand=$words[2]\n"
	               "\t\tshift words\n"
	               "\t\t((CURRENT--))\n"
	               "\tfi\n"
	               "\tcase $command in\n");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		put_command(command, text);
	text_put(text, "\tesac\n}\n"
	               "# Sourced rather than found in $fpath: tell zsh of it.\n"
	               "if [[ $funcstack[1] == _membench ]]; then\n"
	               "\t_membench \"$@\"\n"
	               "else\n"
	               "\tcompdef _membench membench\n"
	               "fi\n");
}
