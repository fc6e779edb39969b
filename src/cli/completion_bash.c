/* SPDX-License-Identifier: MIT */
/* cli: completion in bash, from 4 on; the package bash-completion is not needed. */
#include "cli/completion.h"

#include "cli/commands.h"
#include "cli/words.h"

/* An option with its value behind a = comes as three words; a list's last item is completed
 * behind the others. */
static const char head[] =
"# bash completion for membench, written by `membench completion bash`\n"
"_membench()\n"
"{\n"
"	local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
"	local command=run kind words lead='' word IFS=$'\\n'\n"
"\n"
"	COMPREPLY=()\n"
"	if [[ $current == = ]]; then\n"
"		current=\n"
"	elif [[ $before == = ]] && ((COMP_CWORD > 2)); then\n"
"		before=${COMP_WORDS[COMP_CWORD - 2]}\n"
"	fi\n";
static const char tail[] =
"	[[ $kind == list && $current == *,* ]] && lead=${current%,*},\n"
"	case $kind in\n"
"	word | list)\n"
"		while read -r word; do\n"
"			COMPREPLY+=(\"$lead$word\")\n"
"		done < <(compgen -W \"${words// /$IFS}\" -- \"${current#\"$lead\"}\")\n"
"		;;\n"
"	file | dir)\n"
"		compopt -o filenames\n"
"		while read -r word; do\n"
"			COMPREPLY+=(\"$word\")\n"
"		done < <(compgen \"-${kind:0:1}\" -- \"$current\")\n"
"		;;\n"
"	esac\n"
"	# A list may go on, and so does a word that ends in =.\n"
"	[[ $kind != list && ${COMPREPLY[0]-} != *= ]] || compopt -o nospace\n"
"}\n"
"complete -F _membench membench\n";

static const char *const kinds[] = {
	[VALUE_OTHER] = "none", [VALUE_WORD] = "word", [VALUE_LIST] = "list",
	[VALUE_FILE] = "file", [VALUE_FOLDER] = "dir",
};

static void put_kind(enum value_kind kind, const struct text *words, struct text *text)
{
	text_printf(text, "kind='%s'", kinds[kind]);
	if (kind != VALUE_WORD && kind != VALUE_LIST)
		return;
	text_put(text, " words='");
	completion_join(words, text);
	text_put(text, "'");
}

static void put_values(const struct command *command, struct text *text)
{
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option *option = &command->options[i];
		struct text words = { 0 };
		if (option->argument == NULL)
			continue;
		text_printf(text, "\t'%s --%s'", command->name, option->name);
		if (option->letter)
			text_printf(text, " | '%s -%c'", command->name, option->letter);
		text_put(text, ") ");
		put_kind(option_value(option, &words), &words, text);
		text_put(text, " ;;\n");
		text_release(&words);
	}
}

static void put_operands(const struct command *command, struct text *text)
{
	struct text words = { 0 };
	enum value_kind kind = operand_value(command, &words);

	text_printf(text, "\t'%s '*) ", command->name);
	put_kind(kind, &words, text);
	text_put(text, " ;;\n");
	text_release(&words);
}

static void put_names(const struct command *command, struct text *text)
{
	text_printf(text, "\t\t%s) words='", command->name);
	for (size_t i = 0; i < command->option_count; i++) {
		const struct option *option = &command->options[i];
		text_printf(text, "%s--%s", i > 0 ? " " : "", option->name);
	}
	text_put(text, "' ;;\n");
}

void completion_bash(struct text *text)
{
	const struct command *command;

	text_put(text, head);
	text_put(text, "	if ((COMP_CWORD > 1)); then\n"
	               "		case ${COMP_WORDS[1]} in\n\t\t");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		text_printf(text, "%s%s", i > 0 ? " | " : "", command->name);
	text_put(text, ") command=${COMP_WORDS[1]} ;;\n\t\tesac\n\tfi\n"
	               "	case \"$command $before\" in\n");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		put_values(command, text);
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		put_operands(command, text);
	text_put(text, "	esac\n"
	               "	if [[ $current == -* ]]; then\n\t\tkind=word\n\t\tcase $command in\n");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		put_names(command, text);
	text_put(text, "		esac\n	elif ((COMP_CWORD == 1)); then\n		kind=word words='");
	for (size_t i = 0; (command = completion_command(i)) != NULL; i++)
		text_printf(text, "%s%s", i > 0 ? " " : "", command->name);
	text_put(text, "'\n	fi\n");
	text_put(text, tail);
}
