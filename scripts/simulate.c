/* SPDX-License-Identifier: MIT */
/*
 * Write the simulated sets in tests/data/study, after the design of the study of 2000: two
 * machines, three runs, 13 sizes from 2K to 8M classed by block; on the first CL3 and CL2,
 * on the second CL3, CL2 and both mixed; CL2 is 4 % faster in DRAM, mixed runs as CL3.
 * Host, cpu and version say "simulated".
 *     make build/release/tools/simulate && build/release/tools/simulate tests/data/study
 */
#include <stdio.h>
#include <stdlib.h>

#include "../tests/simulated.h"
#include "samples/file.h"

#define RUNS      3
#define RUN_SD    0.003 /* guessed: of one run from another */
#define WITHIN_SD 0.003 /* guessed: of one size in a run */
#define CL2_GAIN  0.04

struct machine {
	const char *host;
	double factor; /* its rates, of the first one's */
};
static const struct machine machines[] = { { "first", 1 }, { "second", 1.02 } };

struct set {
	const char *path, *label;
	double dram_change;
	size_t first_machine;
};
static const struct set sets[] = {
	{ "cl3.csv", "CL3", 0, 0 }, { "cl2.csv", "CL2", CL2_GAIN, 0 },
	{ "mixed.csv", "mixed", 0, 1 },
};

static void machine_add(const struct set *set, const struct machine *machine,
                        struct random *random, struct cells *cells)
{
	char boot[40];
	struct simulated simulated = {
		.sizes = simulated_study, .size_count = SIMULATED_STUDY_COUNT, .runs = RUNS,
		.within_sd = WITHIN_SD, .factor = machine->factor,
	};

	(void)snprintf(boot, sizeof boot, "%s-%s", machine->host, set->label);
	simulated.context = simulated_context(set->label, boot);
	simulated.context.host = machine->host;
	simulated.change[SIMULATED_DRAM] = set->dram_change;
	for (size_t level = 0; level < SIMULATED_LEVELS; level++)
		simulated.run_sd[level] = RUN_SD;
	simulated_add(&simulated, random, cells);
}

static int set_write(const struct set *set, const char *folder, struct random *random)
{
	struct cells cells = { 0 };
	struct text text = { 0 };
	char path[4096];

	for (size_t i = set->first_machine; i < sizeof machines / sizeof *machines; i++)
		machine_add(set, &machines[i], random, &cells);
	file_header(&text);
	for (size_t i = 0; i < cells.count; i++)
		file_row(&cells.items[i], &text);
	(void)snprintf(path, sizeof path, "%s/%s", folder, set->path);
	FILE *file = fopen(path, "w");
	int result = file != NULL && fputs(text_string(&text), file) >= 0 ? 0 : -1;
	if (file != NULL && fclose(file) != 0)
		result = -1;
	text_release(&text);
	cells_release(&cells);
	return result;
}

int main(int argc, char **argv)
{
	struct random random = { 2000 };

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		if (argc != 2 || set_write(&sets[i], argv[1], &random) != 0) {
			(void)fprintf(stderr, "usage: simulate FOLDER, one that can be written to\n");
			return EXIT_FAILURE;
		}
	}
	return EXIT_SUCCESS;
}
