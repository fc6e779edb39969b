/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_SAMPLES_DATASET_H
#define MEMBENCH_SAMPLES_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/csv.h"
#include "base/error.h"
#include "base/text.h"

/*
 * Plain numbers of any origin, for `membench utest`: each belongs to a group, and in tidy
 * data to a stratum, a block and a cluster too. All of them are finite.
 */
struct observation {
	double value;
	size_t group, stratum, block, cluster; /* indices into the names below */
	size_t line;
};

/* Distinct names in order of appearance. */
struct names {
	char **items;
	size_t count, capacity;
	size_t last; /* where the latest one was found: the next is often the same */
};

struct dataset {
	struct observation *items;
	size_t count, capacity;
	struct names groups, strata, blocks, clusters;
	bool has_strata, has_blocks, has_clusters;
	bool stdin_used;
	const char *path; /* of tidy data, for messages; the caller's */
	struct text notes; /* lines: what of the files is not used, or may be torn */
};

#define DATASET_MOST 1000000 /* numbers; midranks are exact up to 2.6 million */

/*
 * Add one group from an operand: a file of one number a line (blank lines and what follows
 * '#' skipped; "-" is standard input), or FILE.csv:COLUMN. Its name is the operand.
 * Fails (status 2) with file and line, and column where there is one.
 */
int dataset_add_file(struct dataset *dataset, const char *operand, struct error *err);

/*
 * Read tidy data: one row a value, columns by name; the last three may be NULL. Groups
 * stand in order of appearance. A cluster's name counts inside its group and block only.
 * A torn last row is not used, and noted, as in files of `membench run`.
 */
struct tidy_columns {
	const char *value, *group, *stratum, *cluster, *block;
};
int dataset_read_tidy(struct dataset *dataset, const char *path,
                      const struct tidy_columns *columns, struct error *err);

/*
 * What those two stand on, for streams that are already open: a new group of that name and
 * its numbers; rows of tidy data, whose values go to the latest group where no group
 * column is asked for. `name` and `reader->name` are for messages.
 */
int dataset_add_lines(struct dataset *dataset, FILE *file, const char *name,
                      struct error *err);
int dataset_add_rows(struct dataset *dataset, struct csv_reader *reader,
                     const struct tidy_columns *columns, struct error *err);

void dataset_release(struct dataset *dataset);

/*
 * A number as it stands in a file at `where` ("a.txt:3"): decimal point, finite, in the
 * range of a double; blanks around it are fine. The message says what would do.
 */
int dataset_number(const char *text, const char *where, double *value, struct error *err);

/* What the readers share: one number more, `name` for messages; and standard input, which
 * can be had once. */
int dataset_put(struct dataset *dataset, struct observation observation, const char *name,
                struct error *err);
int dataset_claim_stdin(struct dataset *dataset, const char *path, struct error *err);

/* Index of `name`, added where it is new. */
size_t names_index(struct names *names, const char *name);

#endif
