/* SPDX-License-Identifier: MIT */
/* fleet: rows to one value a host and level. Compares no two hosts. */
#include "fleet/parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "stats/quantile.h"

#define MEDIAN_TO_MEAN 1.2533141373155003 /* sqrt(pi / 2): a median's standard error over a
                                           * mean's, of normal values */
#define RUNS_FOR_ERROR 3

/* ln MB/s of the rows of one size; how many. */
static size_t size_values(const struct cell *const *cells, size_t count, uint64_t block_bytes,
                          double *values)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		if (cells[i]->block_bytes == block_bytes)
			values[found++] = log(cells[i]->mb_per_s);
	}
	return found;
}

struct fleet_rate rate_of(const struct cell *const *cells, size_t count,
                          const struct fleet_level *level)
{
	struct fleet_rate rate = { .runs = SIZE_MAX, .change = (double)NAN,
		                   .distance = (double)NAN };
	double *values = memory_zeroed(count, sizeof *values), variance = 0;

	for (size_t i = 0; i < level->size_count; i++) {
		size_t runs = size_values(cells, count, level->sizes[i], values);
		double median = median_of(values, runs);
		rate.runs = runs < rate.runs ? runs : rate.runs;
		rate.log_rate += median / (double)level->size_count;
		if (runs >= RUNS_FOR_ERROR)
			variance += pow(MEDIAN_TO_MEAN * mad_of(values, runs, median), 2) /
			            (double)runs;
	}
	free(values);
	if (level->size_count == 0 || rate.runs == 0)
		return (struct fleet_rate){ (double)NAN, 0, 0, (double)NAN, (double)NAN };
	rate.error = sqrt(variance) / (double)level->size_count;
	return rate;
}

static bool level_holds(const struct fleet_level *level, uint64_t block_bytes)
{
	for (size_t i = 0; i < level->size_count; i++) {
		if (level->sizes[i] == block_bytes)
			return true;
	}
	return false;
}

static bool same_run(const struct cell *a, const struct cell *b)
{
	return a->run == b->run && text_equal(a->context->session, b->context->session);
}

size_t rate_runs(const struct cell *const *cells, size_t count,
                 const struct fleet_level *level, double *values)
{
	size_t found = 0;

	for (size_t first = 0, end; first < count; first = end) {
		double sum = 0;
		size_t sizes = 0;
		for (end = first; end < count && same_run(cells[first], cells[end]); end++) {
			if (!level_holds(level, cells[end]->block_bytes))
				continue;
			sum += log(cells[end]->mb_per_s);
			sizes++;
		}
		if (sizes > 0 && sizes == level->size_count)
			values[found++] = sum / (double)sizes;
	}
	return found;
}

/* Medians of the witness and the pages; flags of what counts for a verdict. */
static void host_state(struct fleet_host *host)
{
	double *clocks = memory_zeroed(host->first_count, sizeof *clocks), shares = 0;
	size_t clock_count = 0, share_count = 0;

	for (size_t i = 0; i < host->first_count; i++) {
		const struct cell *cell = host->cells[i];
		if (!isnan(cell->clock_ghz))
			clocks[clock_count++] = cell->clock_ghz;
		if (!isnan(cell->huge_share)) {
			shares += cell->huge_share;
			share_count++;
		}
		for (size_t flag = 0; flag < CELL_FLAG_COUNT; flag++)
			host->flagged[flag] += cell->flags >> flag & 1;
	}
	host->clock_ghz = median_of(clocks, clock_count);
	host->huge_share = share_count > 0 ? shares / (double)share_count : (double)NAN;
	free(clocks);
}

void rates_fill(struct fleet_group *group)
{
	for (size_t i = 0; i < group->host_count; i++) {
		struct fleet_host *host = &group->hosts[i];
		for (size_t part = 0; part < FLEET_PARTS; part++)
			host->rates[part] = rate_of(host->cells, host->first_count,
			                            &group->levels[part]);
		host_state(host);
	}
}

/* ---- A golden file ---- */

/* Of its rows that are like those of the group, whichever hosts they are of; NaN of none. */
static double golden_rate(const struct compare_file *golden, const struct fleet_group *group,
                          enum fleet_part part)
{
	const struct context *context = group->hosts[0].cells[0]->context;
	const struct cell **rows = memory_zeroed(golden->cells.count, sizeof *rows);
	size_t count = 0;

	for (size_t i = 0; i < golden->cells.count; i++) {
		const struct cell *cell = &golden->cells.items[i];
		if (cell->mb_per_s > 0 && settings_order(cell->context, context) == 0)
			rows[count++] = cell;
	}
	double rate = rate_of(rows, count, &group->levels[part]).log_rate;
	free(rows);
	return rate;
}

/* What the golden file has, for a message: the settings of its first row. */
static int refuse_golden(const struct fleet *fleet, const struct compare_file *golden,
                         struct error *err)
{
	const struct context *has = golden->cells.items[0].context;

	return error_set(err, "%s: has no row like those of the hosts: it is of %s, %s, "
	                 "threads %zu, '%.60s', they are of %.120s; measure them with --like %s, "
	                 "or take another file", golden->path, has->op, has->kernel,
	                 (size_t)has->threads, has->cpu, text_string(&fleet->groups[0].settings),
	                 golden->path);
}

int rates_like(struct fleet *fleet, const struct compare_file *golden, struct error *err)
{
	size_t found = 0;

	for (size_t i = 0; i < fleet->group_count; i++) {
		struct fleet_group *group = &fleet->groups[i];
		for (enum fleet_part part = FLEET_JUDGED; part < FLEET_PARTS; part++) {
			struct fleet_level *level = &group->levels[part];
			level->centre = golden_rate(golden, group, part);
			level->is_given = !isnan(level->centre);
			found += part == FLEET_JUDGED && level->is_given;
		}
	}
	return found > 0 ? 0 : refuse_golden(fleet, golden, err);
}
