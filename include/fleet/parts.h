/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_FLEET_PARTS_H
#define MEMBENCH_FLEET_PARTS_H

/* Between the files of this folder, in the order in which they come. */
#include "fleet/fleet.h"

/* What hosts must share to be compared: op, kernel, convention, cpu, threads, page_bytes. */
int settings_order(const struct context *a, const struct context *b);

/* ---- hosts.c: cells to hosts ---- */

/* Every host of every kind of settings, those of one kind next to each other, by name. */
struct host_list {
	struct fleet_host *items;
	size_t count, capacity;
};
int hosts_gather(struct fleet *fleet, const struct compare_file *files, size_t file_count,
                 struct host_list *hosts, struct error *err);

/* ---- groups.c: hosts to groups of the same settings and sizes, and these to kinds ---- */

/* The hosts move into fleet->groups. */
void groups_init(struct fleet *fleet, struct host_list *hosts);
/* Those of two kinds become two groups: by rates, which are there by now. */
void groups_split(struct fleet *fleet);

/* ---- levels.c: which sizes are judged and which are the control ---- */

/* By the levels that most rows of `sizes` have. False where --level names one that none is
 * of: then there is no level to judge. */
bool levels_choose(struct fleet_group *group, const uint64_t *sizes, size_t size_count,
                   const char *wanted);

/* ---- rates.c: rows to one value a host ---- */

/* Of these rows, sorted by session, run and size. */
struct fleet_rate rate_of(const struct cell *const *cells, size_t count,
                          const struct fleet_level *level);
/* One value a complete run: mean over the sizes of ln MB/s; room for `count`. */
size_t rate_runs(const struct cell *const *cells, size_t count,
                 const struct fleet_level *level, double *values);
/* Of all hosts of the group: rates of both parts and what is known beside them. */
void rates_fill(struct fleet_group *group);
/* Centres from the golden file. Fails where it has nothing like any group. */
int rates_like(struct fleet *fleet, const struct compare_file *golden, struct error *err);

/* ---- judge.c, confirm.c ---- */

/*
 * From rates to verdicts. Centre: median of the hosts, unless it is given. Spread: MAD of the
 * hosts times 1.4826, FLEET_SPREAD_LEAST at least, and for a host not less than the standard
 * error of its own runs. Slow: beyond the fence (stats/fence.h), which of all hosts of a
 * healthy fleet together 5 % have one beyond, and below the centre by more than the margin.
 */
#define FLEET_SPREAD_LEAST 0.001
void fleet_judge(struct fleet_group *group, const struct fleet_options *options);
/* Counts verdicts, and puts the hosts into the order in which they are shown. */
void fleet_count(struct fleet_group *group);

/*
 * Of each host that is slow: confirmed where its second round lies below the median of the
 * controls by more than the margin, and its runs below those of each control by the exact
 * one-sided U test, p adjusted over all that are slow (Holm). Controls are the other hosts
 * that were measured again. It takes so many:
 */
#define CONFIRM_RUNS     5
#define CONFIRM_CONTROLS 3
#define CONFIRM_ALPHA    0.05
void fleet_confirm(struct fleet_group *group, const struct fleet_options *options);

/* ---- explain.c, doubts.c, advise.c: in words ---- */

enum fleet_outcome group_outcome(const struct fleet_group *group);
/* "n1, n2 and 12 more" of a verdict, in all groups. */
size_t fleet_names(const struct fleet *fleet, bool (*wanted)(const struct fleet_host *),
                   struct text *text);
void fleet_explain(struct fleet *fleet);
void fleet_doubt(struct fleet *fleet);
void fleet_advise(struct fleet *fleet, const struct compare_file *files, size_t file_count);

#endif
