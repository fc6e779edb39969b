/* SPDX-License-Identifier: MIT */
/* cli: which words options and operands take, as the tables have them. Knows no shell. */
#include "cli/words.h"

#include <string.h>

#include "cli/output.h"
#include "kernels/kernel.h"
#include "report/run.h"
#include "samples/cell.h"
#include "samples/columns.h"

static void put_names(const char *const *names, struct text *words)
{
	for (size_t i = 0; names[i] != NULL; i++)
		text_printf(words, "%s\n", names[i]);
}

void words_ops(struct text *words)
{
	put_names(op_names, words);
	text_put(words, "all\n");
}

static bool is_named_before(size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (text_equal(kernels_at(i)->name, kernels_at(index)->name))
			return true;
	}
	return false;
}

void words_kernels(struct text *words)
{
	text_put(words, "auto\nall\nbest\nnt\n");
	words_built_kernels(words);
}

void words_built_kernels(struct text *words)
{
	for (size_t i = 0; i < kernels_count(); i++) {
		if (!is_named_before(i))
			text_printf(words, "%s\n", kernels_at(i)->name);
	}
}

void words_columns(struct text *words)
{
	for (size_t i = 0; i < column_count; i++)
		text_printf(words, "%s\n", columns[i].name);
}

void words_print(struct text *words)
{
	words_columns(words);
	text_put(words, "ns\ncycles\n" PRINT_MEDIAN "\n");
}

void words_column_values(struct text *words)
{
	for (size_t i = 0; i < column_count; i++)
		text_printf(words, "%s=\n", columns[i].name);
}

void words_settings(struct text *words)
{
	struct items settings = items_of(ANY_SETTING, ',');

	for (const char *setting; (setting = items_next(&settings)) != NULL;)
		text_printf(words, "%s\n", setting);
	items_release(&settings);
}

void words_levels(struct text *words)
{
	for (size_t i = CELL_L1; i <= CELL_DRAM; i++)
		text_printf(words, "%s\n", cell_level_names[i]);
}

void words_level_sizes(struct text *words)
{
	for (size_t i = CELL_L1; i < CELL_DRAM; i++)
		text_printf(words, "%s=\n", cell_level_names[i]);
}

enum value_kind option_value(const struct option *option, struct text *words)
{
	const char *argument = option->argument;

	text_put(words, "");
	if (option->choices != NULL) {
		put_names(option->choices, words);
		return VALUE_WORD;
	}
	if (option->words != NULL) {
		option->words(words);
		return text_equal(argument, "LIST") ? VALUE_LIST : VALUE_WORD;
	}
	if (text_starts(argument, "FILE"))
		return VALUE_FILE;
	return text_equal(argument, "DIR") ? VALUE_FOLDER : VALUE_OTHER;
}

/* Operands are files, which synopses name in capitals, unless the command says words. */
enum value_kind operand_value(const struct command *command, struct text *words)
{
	text_put(words, "");
	if (command->operand_words != NULL) {
		command->operand_words(words);
		return VALUE_WORD;
	}
	return strpbrk(command->synopsis, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL ? VALUE_FILE
	                                                                        : VALUE_OTHER;
}
