/* SPDX-License-Identifier: MIT */
/* cli: the manual as mdoc(7). Clean under `mandoc -T lint`, and groff reads it as well. */
#include "cli/manual.h"

#include <ctype.h>
#include <string.h>

#include "base/version.h"
#include "cli/commands.h"
#include "samples/columns.h"

/* Which list of mdoc is open. */
enum list { LIST_NONE, LIST_BULLET, LIST_TAG };

/* One character that roff would take for its own; inside of code a dash stays one. */
static void put_character(struct text *text, char c, bool is_code)
{
	static const struct {
		char c;
		const char *escape;
	} escapes[] = {
		{ '\\', "\\e" }, { '~', "\\(ti" }, { '^', "\\(ha" }, { '`', "\\(ga" },
		{ '\'', "\\(aq" },
	};

	for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
		if (escapes[i].c == c) {
			text_put(text, escapes[i].escape);
			return;
		}
	}
	if (c == '-' && is_code)
		text_put(text, "\\-");
	else
		text_put_bytes(text, &c, 1);
}

/* A sentence ends here: the next one begins a line. */
static bool ends_sentence(const char *at)
{
	return strchr(".!?", at[0]) != NULL && at[1] == ' ';
}

/* What roff would take for a request. */
static bool is_request(const char *line)
{
	return *line == '.' || *line == '\'';
}

/* Lines of words, none longer than 78 bytes where blanks allow it. */
static void put_broken(struct text *text, char *words)
{
	enum { WIDTH = 78 };

	while (*words) {
		size_t length = strcspn(words, "\n"), end = length;
		if (length > WIDTH) {
			for (end = WIDTH; end > 0 && words[end] != ' '; end--)
				;
			end = end > 0 ? end : strcspn(words, " \n");
		}
		text_put(text, is_request(words) ? "\\&" : "");
		text_put_bytes(text, words, end);
		text_put(text, "\n");
		words += end + strspn(words + end, " \n");
	}
}

/* Prose, `code` bold, a sentence a line. */
static void put_prose(struct text *text, const char *prose)
{
	struct text words = { 0 };
	bool is_code = false;

	text_put(&words, "");
	for (const char *at = prose; *at; at++) {
		/* Words that begin with dashes are options. */
		bool option = *at == '-' && (at == prose || strchr(" (-", at[-1]));
		if (*at == '`') {
			is_code = !is_code;
			text_put(&words, is_code ? "\\fB" : "\\fR");
		} else {
			put_character(&words, *at, is_code || option);
		}
		if (!is_code && ends_sentence(at)) {
			text_put(&words, "\n");
			at++;
		}
	}
	put_broken(text, words.bytes);
	text_release(&words);
}

static void put_code(struct text *text, const char *lines)
{
	text_put(text, ".Bd -literal -offset indent\n");
	for (const char *at = lines; *at; at++) {
		bool begins = at == lines || at[-1] == '\n';
		text_put(text, begins && is_request(at) ? "\\&" : "");
		put_character(text, *at, true);
	}
	text_put(text, ".Ed\n");
}

/* An argument of a macro: in quotes, so that no word of it is called. */
static void put_argument(struct text *text, const char *words)
{
	text_put(text, " \"");
	for (; *words; words++) {
		if (*words == '"')
			text_put(text, "\\(dq");
		else
			put_character(text, *words, true);
	}
	text_put(text, "\"");
}

static void put_title(struct text *text, const char *title)
{
	text_put(text, ".Sh ");
	for (; *title; title++) {
		char upper = (char)toupper((unsigned char)*title);
		text_put_bytes(text, &upper, 1);
	}
	text_put(text, "\n");
}

static void put_tag(struct text *text, const char *macro, const char *words)
{
	text_printf(text, ".It %s", macro);
	put_argument(text, words);
	text_put(text, "\n");
}

static void switch_list(struct text *text, enum list *open, enum list wanted)
{
	if (*open == wanted)
		return;
	if (*open != LIST_NONE)
		text_put(text, ".El\n");
	if (wanted != LIST_NONE)
		text_put(text, wanted == LIST_TAG ? ".Bl -tag -width Ds\n" : ".Bl -bullet\n");
	*open = wanted;
}

static void put_block(struct text *text, const struct manual_block *block,
                      enum manual_kind before)
{
	const char *words = text_string(&block->text);
	bool is_first = before == MANUAL_TITLE || before == MANUAL_SUBTITLE;

	switch (block->kind) {
	case MANUAL_TITLE:
		put_title(text, words);
		break;
	case MANUAL_SUBTITLE:
		text_printf(text, ".Ss %s\n", words);
		break;
	case MANUAL_ITEM:
		if (block->tag.length > 0)
			put_tag(text, "Cm", text_string(&block->tag));
		else
			text_put(text, ".It\n");
		put_prose(text, words);
		break;
	case MANUAL_CODE:
		put_code(text, words);
		break;
	case MANUAL_PARAGRAPH:
		text_put(text, is_first ? "" : ".Pp\n");
		put_prose(text, words);
		break;
	case MANUAL_END:
		break;
	}
}

static void put_page(struct text *text, const struct manual_page *page)
{
	const char *const *lines = page->lines;
	struct manual_block block = { 0 };
	enum manual_kind before = MANUAL_END;
	enum list open = LIST_NONE;

	do {
		manual_next(&lines, &block);
		switch_list(text, &open,
		            block.kind != MANUAL_ITEM   ? LIST_NONE
		            : block.tag.length > 0 ? LIST_TAG
		                                   : LIST_BULLET);
		put_block(text, &block, before);
		before = block.kind;
	} while (block.kind != MANUAL_END);
	manual_block_release(&block);
}

static void put_option(struct text *text, const struct option *option)
{
	struct text help = { 0 };

	text_put(text, ".It");
	if (option->letter)
		text_printf(text, " Fl %c , ", option->letter);
	text_printf(text, " Fl \\-%s", option->name);
	if (option->argument != NULL) {
		text_put(text, " Ar");
		put_argument(text, option->argument);
	}
	text_put(text, "\n");
	text_put(&help, option->help);
	if (option->initial != NULL)
		text_printf(&help, " (default `%s`)", option->initial);
	put_prose(text, text_string(&help));
	text_release(&help);
}

static void put_command(struct text *text, const struct command *command)
{
	text_printf(text, ".Ss membench %s\n", command->name);
	put_prose(text, command->summary);
	text_put(text, ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < command->option_count; i++)
		put_option(text, &command->options[i]);
	text_put(text, ".El\n");
	if (command->details == NULL)
		return;
	struct items lines = items_of(command->details, '\n');
	text_put(text, ".Pp\n");
	for (char *line; (line = items_next(&lines)) != NULL;) {
		if (line[0] != '\0')
			put_prose(text, line);
	}
	items_release(&lines);
}

static void put_columns(struct text *text)
{
	put_title(text, "CSV columns");
	text_put(text, "A row a cell: one block size, one kernel, one run.\n"
	               ".Bl -tag -width Ds\n");
	for (size_t i = 0; i < column_count; i++) {
		put_tag(text, "Cm", columns[i].name);
		put_prose(text, columns[i].meaning);
	}
	text_put(text, ".El\n");
}

static void put_commands(struct text *text)
{
	put_title(text, "Commands");
	text_put(text, "Without a command it is\n.Cm run .\n");
	for (size_t i = 0; commands[i] != NULL; i++) {
		if (commands[i]->summary != NULL)
			put_command(text, commands[i]);
	}
}

static void put_statuses(struct text *text)
{
	put_title(text, "Exit status");
	text_put(text, ".Bl -tag -width Ds\n");
	for (size_t i = 0; command_statuses[i].meaning != NULL; i++) {
		text_printf(text, ".It %d\n", command_statuses[i].status);
		put_prose(text, command_statuses[i].meaning);
	}
	text_put(text, ".El\n");
}

static void put_head(struct text *text)
{
	text_printf(text, ".\\\" Written by `membench man`.\n.Dd %s\n.Dt MEMBENCH 1\n.Os\n",
	            version_date());
	text_put(text, ".Sh NAME\n.Nm membench\n"
	               ".Nd memory and cache bandwidth, and whether one configuration is faster\n"
	               ".Sh SYNOPSIS\n.Nm\n.Op Ar options\n");
	for (size_t i = 0; commands[i] != NULL; i++) {
		if (commands[i]->summary == NULL)
			continue;
		text_printf(text, ".Nm\n.Cm %s\n", commands[i]->name);
		put_prose(text, commands[i]->synopsis);
	}
}

void manual_mdoc(struct text *text)
{
	put_head(text);
	put_page(text, &manual_pages[0]);
	put_commands(text);
	for (size_t i = 1; manual_pages[i].name != NULL; i++)
		put_page(text, &manual_pages[i]);
	put_columns(text);
	put_statuses(text);
}
