/* SPDX-License-Identifier: MIT */
/* cli: the door. Finds the command, prints its error, ends with its status. */
#include <signal.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"

static int print_text(struct text *text, struct error *err)
{
	int result = output_text(text, err);
	text_release(text);
	return result == 0 ? STATUS_DONE : (int)err->status;
}

static int print_version(struct error *err)
{
	struct text text = { 0 };
	version_put(MEMBENCH_COMMIT, &text);
	return print_text(&text, err);
}

static int print_help(const struct command *command, struct error *err)
{
	struct text text = { 0 };
	if (command != NULL)
		options_help(command, &text);
	else
		commands_help(&text);
	return print_text(&text, err);
}

/* `membench`, `membench --sizes ...` and `membench run ...` are the same command. */
static int dispatch(int argc, char **argv, struct error *err)
{
	const char *word = argc > 1 ? argv[1] : "run";
	const struct command *command = commands_find(word);

	if (text_equal(word, "--version") || text_equal(word, "-V") || text_equal(word, "version"))
		return print_version(err);
	if (text_equal(word, "--help") || text_equal(word, "-h") || text_equal(word, "help"))
		return print_help(argc > 2 ? commands_find(argv[2]) : NULL, err);
	for (int i = 2; command != NULL && i < argc && !text_equal(argv[i], "--"); i++) {
		if (text_equal(argv[i], "--help") || text_equal(argv[i], "-h"))
			return print_help(command, err);
	}
	if (command != NULL)
		return command->run(command, argc > 2 ? argc - 2 : 0, argv + 2, err);
	if (word[0] != '-') {
		(void)commands_unknown(word, err);
		return (int)err->status;
	}
	return commands_find("run")->run(commands_find("run"), argc - 1, argv + 1, err);
}

int main(int argc, char **argv)
{
	struct error err = { .status = STATUS_DONE };

	output_hold_streams();
	/* A reader that went away, and `ulimit -f`, are noticed where we write. */
	(void)signal(SIGPIPE, SIG_IGN);
	(void)signal(SIGXFSZ, SIG_IGN);
	int status = dispatch(argc, argv, &err);
	if (err.text[0] != '\0')
		(void)fprintf(stderr, "membench: %s\n", err.text);
	return status;
}
