/* SPDX-License-Identifier: MIT */
/* report: which ranges of block sizes belong to which level. Knows no format. */
#include "report/plot_bands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/units.h"

static void all_sizes(const struct plot *plot, struct size_list *sizes)
{
	for (size_t i = 0; i < plot->series_count; i++) {
		for (size_t at = 0; at < plot->series[i].count; at++)
			size_list_add(sizes, plot->series[i].sizes[at].block_bytes);
	}
}

/* What all configurations say of a size, "edge" where one of them says something else. */
static struct plot_band band_of(const struct plot *plot, uint64_t block_bytes)
{
	struct plot_band band = { .edge = false };

	for (size_t i = 0; i < plot->series_count; i++) {
		for (size_t at = 0; at < plot->series[i].count; at++) {
			const struct plot_size *size = &plot->series[i].sizes[at];
			if (size->block_bytes != block_bytes)
				continue;
			band.edge = band.edge || size->edge ||
			            (band.name[0] && !text_equal(band.name, size->level));
			memcpy(band.name, size->level, LEVEL_BYTES);
		}
	}
	if (band.edge)
		memcpy(band.name, "edge", sizeof "edge");
	return band;
}

static void bands_extend(struct plot_bands *bands, const struct plot_band *band)
{
	struct plot_band *last = bands->count ? &bands->items[bands->count - 1] : NULL;

	if (last != NULL && text_equal(last->name, band->name)) {
		last->high = band->high;
		return;
	}
	memory_grow(&bands->items, &bands->capacity, bands->count, sizeof *bands->items);
	bands->items[bands->count++] = *band;
}

void plot_bands_init(struct plot_bands *bands, const struct plot *plot,
                     const struct axis *axis)
{
	struct size_list sizes = { 0 };

	*bands = (struct plot_bands){ 0 };
	if (plot->is_by_size)
		return;
	all_sizes(plot, &sizes);
	for (size_t i = 0; i < sizes.count; i++) {
		struct plot_band band = band_of(plot, sizes.bytes[i]);
		double here = (double)sizes.bytes[i];
		band.low = i > 0 ? sqrt(here * (double)sizes.bytes[i - 1]) : axis->low;
		band.high = i + 1 < sizes.count ? sqrt(here * (double)sizes.bytes[i + 1])
		                                : axis->high;
		bands_extend(bands, &band);
	}
	size_list_release(&sizes);
}

void plot_bands_release(struct plot_bands *bands)
{
	free(bands->items);
	*bands = (struct plot_bands){ 0 };
}
