/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_COMPLETION_H
#define MEMBENCH_CLI_COMPLETION_H

#include "base/text.h"
#include "cli/options.h"

/* What each shell sources to complete command lines of membench, all from the tables of
 * commands and options. */
void completion_bash(struct text *text);
void completion_zsh(struct text *text);
void completion_fish(struct text *text);

/* Commands that people are told of, the `index`-th; NULL behind the last. */
const struct command *completion_command(size_t index);
/* What shells show beside an option: its help as far as its first clause goes. */
void completion_brief(const char *help, struct text *text);
/* `words`, a line each, joined by blanks. */
void completion_join(const struct text *words, struct text *text);

#endif
