/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_OPTIONS_H
#define MEMBENCH_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"

/*
 * One row per option: the parser, the defaults, `--help` and the README's list all come
 * from it. A command keeps its options in one struct, and each row names its field there.
 */
struct option {
	const char *name;     /* without the dashes; matches whole, never by prefix */
	char letter;          /* 'o' for -o, or 0 */
	const char *argument; /* "LIST" as help shows it, or NULL for a flag */
	const char *initial;  /* the default, parsed like a given value; NULL leaves zero */
	const char *help;
	int (*parse)(const char *text, const struct option *option, void *field,
	             struct error *err);
	size_t offset;              /* of the field in the command's options */
	const char *const *choices; /* option_choice() only; ends with NULL */
	double low, high;           /* of numbers, in the unit of the help */
	/* Adds what the value may be, a word a line (cli/words.h), for completion; where
	 * `argument` is "LIST" several may be joined by commas. "FILE..." and "DIR" are names of
	 * files and folders without it. */
	void (*words)(struct text *words);
};

/* Field types: */
int option_flag(const char *, const struct option *, void *field, struct error *);   /* bool */
int option_text(const char *, const struct option *, void *field, struct error *);   /* const char * (argv's) */
int option_size(const char *, const struct option *, void *field, struct error *);   /* uint64_t bytes */
int option_sizes(const char *, const struct option *, void *field, struct error *);  /* struct size_list, replaced */
int option_duration(const char *, const struct option *, void *field, struct error *); /* uint64_t ns */
int option_count(const char *, const struct option *, void *field, struct error *);  /* uint64_t */
int option_number(const char *, const struct option *, void *field, struct error *); /* double */
int option_percent(const char *, const struct option *, void *field, struct error *); /* double, "3%" or "3" -> 0.03 */
int option_probability(const char *, const struct option *, void *field, struct error *); /* double, "0.05" or "5%" */
int option_rate(const char *, const struct option *, void *field, struct error *); /* double MB/s, "238G" or "238000" */
int option_choice(const char *, const struct option *, void *field, struct error *); /* unsigned, index in choices */

/* A command: `membench NAME [options] [operands]`. */
struct command {
	const char *name;
	const char *synopsis; /* what follows the name: "[options] A B [C ...]" */
	const char *summary;  /* one line */
	const char *details;  /* further text for --help, or NULL */
	const struct option *options;
	size_t option_count;
	void (*operand_words)(struct text *words); /* as option.words; NULL: files, if any */
	/* argv[0] is the first word after the command's name. Returns an exit status; on
	 * failure fills `err` and returns err->status. */
	int (*run)(const struct command *command, int argc, char **argv, struct error *err);
};

struct operands {
	char **items; /* point into argv */
	size_t count;
	uint64_t given; /* bit i: argv has the command's option i, not its default alone */
};
#define OPTIONS_MOST 64 /* of a command: bits of `given` */

/*
 * Set defaults, then read argv: `--name value`, `--name=value`, `-o value`, `-ovalue`; `--`
 * ends options; a single `-` is an operand. Operands may stand between options. `operands`
 * must have room for argc items. Fails with the nearest known name where one is unknown.
 */
int options_parse(const struct command *command, int argc, char **argv, void *fields,
                  struct operands *operands, struct error *err);
/* Whether `given`, of struct operands, has that option; by its name without dashes. */
bool options_given(const struct command *command, uint64_t given, const char *name);

/* Usage, summary, the options with defaults, details: what `--help` prints. */
void options_help(const struct command *command, struct text *text);

#endif
