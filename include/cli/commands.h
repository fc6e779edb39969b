/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_COMMANDS_H
#define MEMBENCH_CLI_COMMANDS_H

#include <stdbool.h>

#include "base/text.h"
#include "cli/options.h"

/* Each command's row; one file per command. */
extern const struct command command_run, command_card, command_compare, command_fleet,
        command_plot, command_plan, command_info, command_utest, command_man, command_completion,
        command_worker;

/* All of them, in the order of `membench --help`; ends with NULL. */
extern const struct command *const commands[];
const struct command *commands_find(const char *name); /* NULL where there is none */
int commands_unknown(const char *name, struct error *err); /* -1 */
void commands_help(struct text *text);

/* What each exit status says, ascending; ends with a meaning of NULL. */
struct command_status {
	int status;
	const char *meaning;
};
extern const struct command_status command_statuses[];

/* What --version prints: the number; commit, compiler, libc and kernels of this program. */
void version_put(const char *commit, struct text *text);

/* Write a report to stdout; a closed pipe is no error (status 0), a full disk is (1). */
int output_text(const struct text *text, struct error *err);
/* True where the locale of the environment is one of UTF-8. */
bool output_is_utf8(void);

#endif
