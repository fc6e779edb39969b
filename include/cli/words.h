/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_WORDS_H
#define MEMBENCH_CLI_WORDS_H

#include "base/text.h"
#include "cli/options.h"

/*
 * Words that options take, one a line: option.words names one of these. Shells complete
 * from them, and misspelt ones are answered from them.
 */
void words_ops(struct text *words);          /* and all */
void words_kernels(struct text *words);      /* of this binary, and auto, all, best, nt */
void words_built_kernels(struct text *words);
void words_columns(struct text *words);      /* of the CSV */
void words_print(struct text *words);        /* and median */
void words_column_values(struct text *words); /* "label=" ... */
void words_settings(struct text *words);     /* that --vary names */
void words_levels(struct text *words);       /* L1 to L4, DRAM */
void words_level_sizes(struct text *words);  /* "L1=" ... */

/* What the value of an option, or an operand, may be. */
enum value_kind {
	VALUE_OTHER, /* nothing to offer */
	VALUE_WORD,  /* one of the words */
	VALUE_LIST,  /* several of them, joined by commas */
	VALUE_FILE,
	VALUE_FOLDER,
};
/* Of an option that takes a value. `words` gets one a line. */
enum value_kind option_value(const struct option *option, struct text *words);
enum value_kind operand_value(const struct command *command, struct text *words);

#endif
