/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_CLI_OUTPUT_H
#define MEMBENCH_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "cli/options.h"
#include "compare/compare.h"

/* The files that a command reads, and the picture files that it writes. */
struct input_files {
	struct compare_file *items;
	size_t count;
};

/* compare_options.vary of commands that look at files without comparing them. */
#define ANY_SETTING \
	"op,kernel,threads,page_bytes,huge_share,huge_source,convention,host,cpu,version,cpus"

/* Read all of them, classed anew by `levels` unless that is NULL. Release in any case. */
int input_files_read(struct input_files *files, const struct operands *paths,
                     const char *levels, struct error *err);
#define LEVELS_HELP \
	"class rows by these cache sizes, such as L1=48K,L2=1M,L3=32M, rather than by those " \
	"that each run found"
void input_files_release(struct input_files *files);

/*
 * Write `text` to `path`. Fails (status 2) where a regular file is there and `force` is
 * not given, or where `path` is one of the inputs; (status 1) where it cannot be written,
 * and then a file that was there is as it was.
 */
int output_file(const char *path, bool force, const struct text *text,
                const struct input_files *inputs, struct error *err);

/* `compare --plot FILE`: the picture of a comparison, as SVG. */
int output_plot(const char *path, bool force, const struct comparison *comparison,
                const struct input_files *inputs, struct error *err);

/* Each on standard error, a line each. */
void output_warnings(const struct warnings *warnings);

/*
 * A standard stream that came closed must not be the number of the next file opened: call
 * this first. What is then written to such a stream fails, as it should.
 */
void output_hold_streams(void);

#endif
