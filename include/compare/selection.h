/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_SELECTION_H
#define MEMBENCH_COMPARE_SELECTION_H

#include "compare/compare.h"
#include "samples/columns.h"

/* The cells of each configuration before anything is made of them. */
struct group {
	char *label;
	const char *path;          /* the file it came from; NULL of --by */
	const struct cell **cells; /* by host, boot, session, run, size */
	size_t count, capacity;
};
struct selection {
	struct group *groups;
	size_t count, capacity;
	uint64_t *sizes; /* block sizes of all groups, ascending */
	size_t size_count, size_capacity;
};

#define SELECTION_MOST 20         /* configurations: 190 pairs */
#define SELECTION_SIZES_MOST 4096 /* block sizes */

/*
 * Files, or the values of --by, to groups: those of files in the order given, those of
 * --by ascending. Fails where a file holds several labels, or no row is left.
 */
int selection_init(struct selection *selection, const struct compare_file *files,
                   size_t file_count, const struct compare_options *options,
                   struct error *err);
void selection_release(struct selection *selection);
/* Its place in `sizes`; size_count where it is not there. */
size_t selection_size(const struct selection *selection, uint64_t block_bytes);

/*
 * Refuse what cannot be compared: settings must be one value within a group and size, and
 * the same in every group unless --vary or --by names them; --force lists the fields in
 * comparison->forced instead. Sets comparison->varied and ->settings.
 */
int settings_check(const struct selection *selection, struct comparison *comparison,
                   struct error *err);
/* Fails where `vary` names what is no setting. */
int settings_check_vary(const char *vary, struct error *err);
bool setting_may_differ(const struct compare_options *options, const char *field);
bool setting_differs(const struct column *column, const struct cell *a,
                     const struct cell *b);
/* "a;b": add `name` where it is not there yet. */
void setting_list(struct text *list, const char *name);

/* What may differ, but is told: another host, CPU, version. And what all share, in words. */
extern const char *const setting_notes[];
void settings_note(const struct selection *selection, struct comparison *comparison);
void settings_describe(const struct selection *selection, struct text *text);
/* The doubt about fields that --force let through. */
void settings_warn(struct comparison *comparison);

/* Configurations with runs, boots and rates; and the sizes of all of them. */
int runs_init(const struct selection *selection, struct comparison *comparison,
              struct error *err);

/* Level and edge of every size of comparison->sizes: those that most rows of the first group
 * give it, or of the first group that has DRAM where the first one has none, for all. Says
 * so in comparison->classes where rows differ. */
void sizes_class(const struct selection *selection, struct comparison *comparison);

/* Which sizes stand in which level, and each configuration's complete runs there. */
void levels_init(const struct selection *selection, struct comparison *comparison);
void levels_release(struct comparison *comparison);

/* By host, boot and session. */
int session_order(const struct context *a, const struct context *b);
/* qsort() comparison of pointers to cells: host, boot, session, run, size, then the rest. */
int selection_order(const void *a, const void *b);

/* True where the list "a,b;c" holds `name`. */
bool list_holds(const char *list, const char *name);

const char *comparison_label(const struct comparison *comparison, size_t configuration);
/* A warning of this kind; `text` is emptied. */
void comparison_warn(struct comparison *comparison, const char *kind, struct text *text);

#endif
