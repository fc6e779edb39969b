/* SPDX-License-Identifier: MIT */
/* compare: what runs and boots of one configuration differ by. Compares nothing. */
#include "compare/spread.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Sums over the runs of one boot of one configuration. */
struct boot_sums {
	size_t count;
	double sum, squares; /* of ln rate less the configuration's mean */
};

struct sums {
	double within, between; /* sums of squares */
	double uneven;          /* sum over configurations of sum n_b^2 / N_c */
};

static double mean_log(const struct level_values *values)
{
	double sum = 0;

	for (size_t i = 0; i < values->count; i++)
		sum += log(values->values[i]);
	return sum / (double)values->count;
}

static void boots_add(const struct configuration *configuration,
                      const struct level_values *values, struct boot_sums *boots)
{
	double mean = mean_log(values);

	for (size_t i = 0; i < values->count; i++) {
		struct boot_sums *boot = &boots[configuration->runs[values->runs[i]].boot];
		double deviation = log(values->values[i]) - mean;
		boot->count++;
		boot->sum += deviation;
		boot->squares += deviation * deviation;
	}
}

static void configuration_add(const struct comparison *comparison, size_t index,
                              const struct level_values *values, struct sums *sums,
                              struct spread *spread)
{
	struct boot_sums *boots = memory_zeroed(comparison->boot_count, sizeof *boots);

	boots_add(&comparison->configurations[index], values, boots);
	spread->configurations++;
	spread->runs += values->count;
	for (size_t i = 0; i < comparison->boot_count; i++) {
		if (boots[i].count == 0)
			continue;
		double count = (double)boots[i].count;
		double between = boots[i].sum * boots[i].sum / count;
		spread->boots++;
		sums->between += between;
		sums->within += fmax(boots[i].squares - between, 0);
		sums->uneven += count * count / (double)values->count;
	}
	free(boots);
}

void spread_of(const struct comparison *comparison, size_t level, struct spread *spread)
{
	struct sums sums = { 0 };

	*spread = (struct spread){ .run_sd = NAN, .boot_sd = NAN };
	for (size_t i = 0; i < comparison->configuration_count; i++) {
		const struct level_values *values = &comparison->levels[level].configurations[i];
		if (values->count > 0)
			configuration_add(comparison, i, values, &sums, spread);
	}
	spread->run_df = spread->runs - spread->boots;
	spread->boot_df = spread->boots - spread->configurations;
	if (spread->run_df == 0)
		return;
	double within = sums.within / (double)spread->run_df;
	spread->run_sd = sqrt(within);
	if (spread->boot_df == 0)
		return;
	double between = sums.between / (double)spread->boot_df;
	double share = ((double)spread->runs - sums.uneven) / (double)spread->boot_df;
	spread->boot_sd = sqrt(fmax((between - within) / share, 0));
}
