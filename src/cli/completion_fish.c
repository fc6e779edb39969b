/* SPDX-License-Identifier: MIT */
/* cli: completion in fish. */
#include "cli/completion.h"

#include "cli/commands.h"
#include "cli/words.h"

static void put_quoted(struct text *text, const char *words)
{
	text_put(text, "'");
	for (; *words; words++)
		text_printf(text, "%s%c", *words == '\'' || *words == '\\' ? "\\" : "", *words);
	text_put(text, "'");
}

static void put_value(enum value_kind kind, const struct text *words, struct text *text)
{
	switch (kind) {
	case VALUE_OTHER:
		text_put(text, " -x");
		break;
	case VALUE_WORD:
	case VALUE_LIST:
		text_put(text, " -x -a '");
		text_put(text, kind == VALUE_LIST ? "(__membench_list " : "");
		completion_join(words, text);
		text_put(text, kind == VALUE_LIST ? ")'" : "'");
		break;
	case VALUE_FILE:
		text_put(text, " -r -F");
		break;
	case VALUE_FOLDER:
		text_put(text, " -x -a '(__fish_complete_directories)'");
		break;
	}
}

static void put_begin(const struct command *command, struct text *text)
{
	text_printf(text, "complete -c membench -n '__membench_is %s'", command->name);
}

static void put_option(const struct command *command, const struct option *option,
                       struct text *text)
{
	struct text words = { 0 }, brief = { 0 };

	put_begin(command, text);
	if (option->letter)
		text_printf(text, " -s %c", option->letter);
	text_printf(text, " -l %s", option->name);
	if (option->argument != NULL)
		put_value(option_value(option, &words), &words, text);
	completion_brief(option->help, &brief);
	text_put(text, " -d ");
	put_quoted(text, text_string(&brief));
	text_put(text, "\n");
	text_release(&words);
	text_release(&brief);
}

static void put_operands(const struct command *command, struct text *text)
{
	struct text words = { 0 };
	enum value_kind kind = operand_value(command, &words);

	if (kind != VALUE_OTHER) {
		put_begin(command, text);
		if (kind == VALUE_FILE)
			text_put(text, " -F");
		else
			put_value(kind, &words, text);
		text_put(text, "\n");
	}
	text_release(&words);
}

void completion_fish(struct text *text)
{
	const struct command *command;

	text_put(text, "# fish completion for membench, written by `membench completion fish`\n"
	               "function __membench_is\n"
	               "\tset -l words (commandline -opc)\n"
	               "\tset -l command run\n"
	               "\tif set -q words[2]; and contains -- $words[2]");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		text_printf(text, " %s", command->name);
	text_put(text, "\n"
	               "\t\tset command $words[2]\n"
	               "\tend\n"
	               "\ttest $command = $argv[1]\n"
	               "end\n"
	               "# Words that go on with a list: behind its last comma.\n"
	               "function __membench_list\n"
	               "\tset -l head (string replace -rf '^(?:--?[^=]*=)?(.*,)?[^,]*$' '$1' -- "
	               "(commandline -ct))\n"
	               "\tprintf '%s\\n' $head$argv\n"
	               "end\n"
	               "complete -c membench -f\n");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++) {
		text_printf(text, "complete -c membench -n __fish_is_first_arg -a %s -d ",
		            command->name);
		put_quoted(text, command->summary);
		text_put(text, "\n");
	}
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++) {
		for (size_t option = 0; option < command->option_count; option++)
			put_option(command, &command->options[option], text);
		put_operands(command, text);
	}
}
