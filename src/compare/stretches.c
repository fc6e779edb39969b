/* SPDX-License-Identifier: MIT */
/* compare: run values by stretches of time, and how far those lie apart. Tests nothing. */
#include "compare/design.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/oneway.h"

/* Counts of each stretch of each side, then where each starts. */
static void starts_find(const struct unit_request *request, size_t *starts)
{
	size_t stretch_count = request->design->stretch_count;

	for (size_t side = 0; side < 2; side++) {
		for (size_t i = 0; i < request->run_counts[side]; i++) {
			size_t stretch =
			        request->design->stretch_of_run[side][request->runs[side][i]];
			if (stretch != DESIGN_NO_BLOCK)
				starts[side * stretch_count + stretch + 1]++;
		}
	}
	for (size_t i = 0; i < 2 * stretch_count; i++)
		starts[i + 1] += starts[i];
}

static double run_value(const struct unit_request *request, size_t side, size_t run)
{
	const struct comparison *comparison = request->comparison;
	const double *rates =
	        &comparison->configurations[request->configurations[side]]
	                 .rates[run * comparison->size_count];
	double sum = 0;

	for (size_t i = 0; i < request->size_count; i++)
		sum += log(rates[request->sizes[i]]);
	return sum / (double)request->size_count;
}

static void values_put(const struct unit_request *request, struct stretches *stretches,
                       size_t *ends)
{
	const struct design *design = request->design;

	for (size_t side = 0; side < 2; side++) {
		const struct configuration *item =
		        &request->comparison->configurations[request->configurations[side]];
		for (size_t i = 0; i < request->run_counts[side]; i++) {
			size_t run = request->runs[side][i];
			size_t stretch = design->stretch_of_run[side][run];
			if (stretch == DESIGN_NO_BLOCK)
				continue;
			size_t at = side * design->stretch_count + stretch;
			stretches->values[ends[at]++] = run_value(request, side, run);
			stretches->samples[at].count++;
			stretches->families[at] = side * design->block_count +
			                          design->block_of_boot[item->runs[run].boot];
		}
	}
}

void stretches_init(struct stretches *stretches, const struct unit_request *request)
{
	size_t count = 2 * request->design->stretch_count;
	size_t *starts = memory_zeroed(count + 1, sizeof *starts);

	*stretches = (struct stretches){
		.samples = memory_zeroed(count, sizeof *stretches->samples),
		.families = memory_zeroed(count, sizeof *stretches->families),
		.values = memory_zeroed(request->run_counts[0] + request->run_counts[1],
		                        sizeof *stretches->values),
		.count = count,
	};
	starts_find(request, starts);
	for (size_t i = 0; i < count; i++)
		stretches->samples[i].values = stretches->values + starts[i];
	values_put(request, stretches, starts);
	free(starts);
}

void stretches_release(struct stretches *stretches)
{
	free(stretches->samples);
	free(stretches->families);
	free(stretches->values);
}

/* The stretches of each family as one sample, in place of its first; the rest empty. */
static double successive_sd(const struct stretches *stretches, size_t *df)
{
	struct sample *families = memory_zeroed(stretches->count, sizeof *families);
	size_t count = 0, family = SIZE_MAX;

	*df = 0;
	for (size_t i = 0; i < stretches->count; i++) {
		if (stretches->samples[i].count == 0)
			continue;
		if (count == 0 || stretches->families[i] != family)
			families[count++].values = stretches->samples[i].values;
		family = stretches->families[i];
		families[count - 1].count += stretches->samples[i].count;
	}
	for (size_t i = 0; i < count; i++)
		*df += families[i].count - 1;
	double sd = oneway_successive_sd(families, count);
	free(families);
	return sd;
}

struct stretch_spread stretches_spread(const struct stretches *stretches,
                                       const struct design *design)
{
	struct stretch_spread spread = { 0 };
	struct oneway oneway;

	for (size_t i = 0; i < stretches->count; i++)
		spread.counts[i >= design->stretch_count] += stretches->samples[i].count > 0;
	oneway_run(stretches->samples, stretches->families, stretches->count, &oneway);
	if (design->has_few_blocks) {
		spread.sd = fmax(oneway.within_sd, oneway.between_sd);
		spread.df = oneway.within_df;
	} else if (design->unit == UNIT_RUN) {
		spread.sd = successive_sd(stretches, &spread.df);
	} else {
		spread.sd = oneway.between_sd;
		spread.df = oneway.between_df;
	}
	return spread;
}
