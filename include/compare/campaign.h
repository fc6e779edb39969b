/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_COMPARE_CAMPAIGN_H
#define MEMBENCH_COMPARE_CAMPAIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "base/warnings.h"
#include "compare/compare.h"
#include "compare/spread.h"

/*
 * `membench plan`: what it takes to see a change of the memory, from the spread of a pilot.
 * Memory is compared by boots, because each reseat and reboot has an effect of its own:
 * the units of the test are boots, n of each configuration with R runs each, and
 *     sd of a boot^2 = boot_sd^2 + run_sd^2 / R
 * goes into stats/power.h at alpha / family, the level that Holm asks of the smallest p.
 */
struct campaign_options {
	double effect;          /* 0.03: 3 % */
	double power, alpha;    /* 0.8, 0.05 */
	double margin;          /* within which a control must hold: 0.01 */
	size_t family;          /* tests that Holm adjusts over; 0: the pilot's levels, or 3 */
	double run_sd, boot_sd; /* instead of the pilot's; NaN: the pilot's */
	size_t runs;            /* in each boot; 0: what takes least time */
	double boot_s;          /* seconds that a reboot with its reseat takes */
	double run_s;           /* seconds of one run; NaN: not known */
};

/* What one boot a side can see at one level, and what its control takes. */
struct campaign_level {
	char name[SIZE_TEXT_BYTES];
	bool is_cache;
	struct spread spread;
	size_t effect_units;  /* runs a side for the effect; 0: more than 100000 */
	size_t control_units; /* runs a side to show that nothing moved; of caches only */
	size_t control_boots; /* the same in boots of the chosen plan, whose spread is the
	                       * pilot's or else taken for 0: at least so many */
};

/* Boots a side, for each of CAMPAIGN_RUNS; 0: more than 100000. */
#define CAMPAIGN_CHOICES 4
extern const size_t campaign_runs[CAMPAIGN_CHOICES]; /* 3, 5, 10, 20 in each boot */
struct campaign_row {
	double boot_sd;
	size_t boots[CAMPAIGN_CHOICES];
};

#define CAMPAIGN_ROWS 3

struct campaign {
	struct campaign_options options; /* `family` is the one that was used */
	struct campaign_level *levels;
	size_t level_count;   /* 0: no pilot */
	bool is_by_size;      /* of commands, whose sizes are its levels; boots are not planned */
	size_t pilot_boots;   /* of all its configurations together */
	size_t target;        /* index of the level that is planned for: DRAM if there is one, else the
	                       * noisiest */
	double run_sd;        /* of the target, or as given, or assumed */
	double boot_sd;
	bool run_sd_assumed, boot_sd_assumed;
	struct campaign_row rows[CAMPAIGN_ROWS];
	size_t row_count;     /* assumptions of 0, 1 and 3 %, or the one that is known */
	size_t boots, runs;   /* chosen: a side, and in each; boots 0: out of reach */
	uint64_t over_minutes; /* that the runs of each are spread over */
	size_t formula_boots; /* before simulation asked for more, as in the rows */
	double mde;           /* what that can see */
	/* Fewest units a side whose smallest p is at most alpha; and alpha over the family. */
	size_t least_units, least_units_family;
	double total_s;       /* of all boots and the runs in them */
	struct text settings;  /* "--sizes 2K-256M --kernel movsb": options of the pilot */
	struct warnings notes;
};

/*
 * `pilot` is what compare_arrange() made of one or more files, or NULL. Fails (status 2)
 * where it has no level or no two runs in a boot.
 */
int campaign_init(struct campaign *campaign, const struct campaign_options *options,
                  const struct comparison *pilot, struct error *err);
void campaign_release(struct campaign *campaign);

/* The order of the configurations: "ABBAABBA" for 4 a side; pairs AB and BA in turn, so
 * that a drift falls on both. */
void campaign_order(size_t boots, struct text *text);

/* Options of `membench run` that repeat the pilot's first configuration; without a kernel
 * where the pilot is mixed: settings differ between its sizes or configurations. */
void campaign_settings(const struct comparison *pilot, struct text *text);
bool campaign_is_mixed(const struct comparison *pilot);
/* Fill `notes`, once the plan stands. */
void campaign_note(struct campaign *campaign);

#endif
