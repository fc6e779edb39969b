/* SPDX-License-Identifier: MIT */
/* stats: means, squares about them, and values by key. Knows no test. */
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

double sample_mean(struct sample sample)
{
	double sum = 0;

	for (size_t i = 0; i < sample.count; i++)
		sum += sample.values[i];
	return sum / (double)sample.count;
}

double sample_squares(struct sample sample)
{
	double mean = sample_mean(sample), squares = 0;

	for (size_t i = 0; i < sample.count; i++)
		squares += (sample.values[i] - mean) * (sample.values[i] - mean);
	return squares;
}

void grouped_init(struct grouped *grouped, const double *values, const size_t *keys,
                  size_t value_count, size_t count)
{
	size_t *ends = memory_zeroed(count + 1, sizeof *ends);

	*grouped = (struct grouped){
		.values = memory_zeroed(value_count, sizeof *grouped->values),
		.items = memory_zeroed(count, sizeof *grouped->items), .count = count,
	};
	for (size_t i = 0; i < value_count; i++)
		ends[keys[i] + 1]++;
	for (size_t i = 0; i < count; i++) {
		grouped->items[i] = (struct sample){ grouped->values + ends[i], ends[i + 1] };
		ends[i + 1] += ends[i];
	}
	for (size_t i = 0; i < value_count; i++)
		grouped->values[ends[keys[i]]++] = values[i];
	free(ends);
}

void grouped_release(struct grouped *grouped)
{
	free(grouped->values);
	free(grouped->items);
}
