/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_FLEETS_H
#define MEMBENCH_TESTS_FLEETS_H

/* Files of hosts made by hand, and what to ask of the fleet. Include after check.h. */
#include "fleet/fleet.h"

static const struct fleet_options fleet_defaults = { .margin = 0.05, .expect = (double)NAN };

/* A host: rates of DRAM and L1 as parts of the usual, 0 for no row of it. Settings that are
 * NULL or 0 are the usual ones. */
struct hand_host {
	const char *name;
	double dram, l1;
	const char *session, *boot, *kernel;
	uint64_t runs, dram_bytes;
	int64_t started_s;
};

#define HAND_DRAM  20000.0
#define HAND_L1    200000.0
#define HAND_RUNS  5
#define HAND_BLOCK ((uint64_t)256 << 20)

static inline const char *hand_or(const char *given, const char *usual)
{
	return given != NULL ? given : usual;
}

/* Runs lie up to 0.2 % apart, in turn below and above: their median is the rate itself. */
static inline void hand_row(struct cells *cells, const struct hand_host *host, uint64_t run,
                            const char *level, double mb_per_s)
{
	static const double waves[] = { 1, 0.999, 1.001, 0.998, 1.002 };
	struct context context = {
		.schema = 2, .label = "", .session = hand_or(host->session, host->name),
		.boot = hand_or(host->boot, host->name), .host = host->name, .cpu = "c",
		.version = "v", .op = "read", .kernel = hand_or(host->kernel, "word"),
		.cpus = "0", .convention = "read", .threads = 1, .page_bytes = 4096,
		.huge_source = "",
	};
	bool is_dram = strcmp(level, "DRAM") == 0;
	uint64_t dram_bytes = host->dram_bytes > 0 ? host->dram_bytes : HAND_BLOCK;
	struct cell cell = {
		.context = cells_context(cells, &context),
		.block_bytes = is_dram ? dram_bytes : 8192, .huge_share = 0, .run = run,
		.started_us = 1000000 * (host->started_s + (int64_t)run), .samples = 100,
		.bytes = 4096, .ns_q1 = 1, .mb_per_s = mb_per_s * waves[run % 5],
		.clock_ghz = (double)NAN, .core_ipc = (double)NAN,
	};
	(void)strcpy(cell.level, level);
	cells_add(cells, &cell);
}

static inline void hand_add(struct compare_file *file, struct hand_host host)
{
	uint64_t runs = host.runs > 0 ? host.runs : HAND_RUNS;

	for (uint64_t run = 1; run <= runs; run++) {
		if (host.l1 > 0)
			hand_row(&file->cells, &host, run, "L1", HAND_L1 * host.l1);
		if (host.dram > 0)
			hand_row(&file->cells, &host, run, "DRAM", HAND_DRAM * host.dram);
	}
}

/* `count` hosts h1, h2 ... alike but for a few tenths of a percent: the same for each count. */
static inline void hand_fleet(struct compare_file *file, size_t count)
{
	static const double apart[] = { 0, 0.002, -0.003, 0.001, -0.001, 0.004, -0.002 };
	char name[16];

	for (size_t i = 1; i <= count; i++) {
		(void)snprintf(name, sizeof name, "h%zu", i);
		hand_add(file, (struct hand_host){ .name = name, .dram = 1 + apart[i % 7],
			                           .l1 = 1 + apart[(i + 3) % 7] / 2 });
	}
}

/* The answer; fails the test where there is none. */
static inline struct fleet hand_judge(const struct compare_file *file,
                                      struct fleet_options options)
{
	struct fleet fleet;
	struct error err = { .status = STATUS_DONE };

	if (fleet_init(&fleet, file, 1, &options, &err) != 0)
		fail_msg("%s", err.text);
	return fleet;
}

static inline const struct fleet_host *fleet_host_of(const struct fleet *fleet, const char *name)
{
	for (size_t i = 0; i < fleet->group_count; i++) {
		for (size_t j = 0; j < fleet->groups[i].host_count; j++) {
			if (strcmp(fleet->groups[i].hosts[j].name, name) == 0)
				return &fleet->groups[i].hosts[j];
		}
	}
	fail_msg("no host %s", name);
	return NULL;
}

static inline size_t fleet_slow_count(const struct fleet *fleet)
{
	size_t count = 0;

	for (size_t i = 0; i < fleet->group_count; i++) {
		for (size_t j = 0; j < fleet->groups[i].host_count; j++)
			count += fleet_is_slow(&fleet->groups[i].hosts[j]);
	}
	return count;
}

static inline bool fleet_warns(const struct fleet *fleet, const char *kind)
{
	for (size_t i = 0; i < fleet->warnings.count; i++) {
		if (strcmp(fleet->warnings.items[i].kind, kind) == 0)
			return true;
	}
	return false;
}

#endif
