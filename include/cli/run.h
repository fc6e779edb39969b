/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_RUN_H
#define MEMBENCH_CLI_RUN_H

#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"
#include "session/options.h"
#include "session/setup.h"

/* What `membench run` was asked. One field for each option, of the same name. */
struct run_options {
	struct session_options session;
	const char *print;
	unsigned format;
	bool quiet, no_progress, help;
};

/* Refuse options that do not go together (status 2); `--output -` becomes --format csv.
 * `words` are those that were given to `command`, as operands.given has them. */
int run_options_check(struct run_options *given, const struct command *command,
                      uint64_t words, struct error *err);

/* --dry-run: runs and when they begin, where rows would go (`where`, lines), the cells. */
void run_dry(const struct session *session, const struct text *where, struct text *text);

#endif
