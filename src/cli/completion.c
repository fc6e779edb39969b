/* SPDX-License-Identifier: MIT */
/* cli: `membench completion`: what makes a shell complete membench's command lines. */
#include "cli/completion.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/words.h"

struct completion_options {
	bool help;
};

static const struct option options[] = {
	{ "help", 'h', NULL, NULL, "show this", option_flag,
	  .offset = offsetof(struct completion_options, help) },
};

static const struct shell {
	const char *name;
	void (*put)(struct text *text);
} shells[] = {
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
	{ "fish", completion_fish },
};
#define SHELL_COUNT (sizeof shells / sizeof *shells)

static void shell_words(struct text *words)
{
	for (size_t i = 0; i < SHELL_COUNT; i++)
		text_printf(words, "%s\n", shells[i].name);
}

const struct command *completion_command(size_t index)
{
	for (size_t i = 0; commands[i] != NULL; i++) {
		if (commands[i]->summary != NULL && index-- == 0)
			return commands[i];
	}
	return NULL;
}

void completion_brief(const char *help, struct text *text)
{
	static const char *const ends[] = { "; ", ": ", " (", ", such as", ", or ", ". " };
	size_t length = strlen(help);

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		const char *end = strstr(help, ends[i]);
		if (end != NULL && end != help && (size_t)(end - help) < length)
			length = (size_t)(end - help);
	}
	text_put_bytes(text, help, length);
}

void completion_join(const struct text *words, struct text *text)
{
	for (size_t i = 0; i + 1 < words->length; i++)
		text_put_bytes(text, words->bytes[i] == '\n' ? " " : &words->bytes[i], 1);
}

static int completion_run(const struct command *command, int argc, char **argv,
                          struct error *err)
{
	struct completion_options given = { 0 };
	struct operands operands = { .items = memory_zeroed((size_t)argc, sizeof(char *)) };
	struct text text = { 0 };

	int result = options_parse(command, argc, argv, &given, &operands, err);
	const char *name = result == 0 && operands.count == 1 ? operands.items[0] : "";
	size_t shell = 0;
	while (shell < SHELL_COUNT && !text_equal(shells[shell].name, name))
		shell++;
	if (result == 0 && shell == SHELL_COUNT) {
		result = error_set(err, "completion is written for one shell: bash, zsh or fish");
	} else if (result == 0) {
		shells[shell].put(&text);
		result = output_text(&text, err);
	}
	text_release(&text);
	free(operands.items);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

const struct command command_completion = {
	.name = "completion",
	.synopsis = "bash|zsh|fish",
	.summary = "Print what makes a shell complete commands, options and values.",
	.details = "`make install` puts it where shells look. Else, for this session:\n"
	           "    source <(membench completion bash)\n"
	           "    source <(membench completion zsh)\n"
	           "    membench completion fish | source\n",
	.options = options,
	.option_count = sizeof options / sizeof *options,
	.operand_words = shell_words,
	.run = completion_run,
};
