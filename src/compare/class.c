/* SPDX-License-Identifier: MIT */
/* compare: rows classed anew by cache sizes that are given. Knows no configuration. */
#include "compare/compare.h"

#include <stdio.h>

#include "caches/attribute.h"

static void cell_class(struct cell *cell, const struct hierarchy *hierarchy)
{
	const struct workload workload = {
		.block_bytes = cell->block_bytes, .footprint_bytes = cell->footprint_bytes,
		.threads = (size_t)cell->context->threads,
	};
	struct attribution where = attribute(hierarchy, LEVELS_BY_FOOTPRINT, &workload);

	(void)snprintf(cell->level, sizeof cell->level, "%s", where.level);
	cell->edge = where.edge;
}

int compare_class(struct compare_file *files, size_t file_count, const char *levels,
                  struct error *err)
{
	struct hierarchy hierarchy = { .level_count = 0 };
	int result = hierarchy_give(&hierarchy, levels, err);

	for (size_t i = 0; i < file_count && result == 0; i++) {
		for (size_t j = 0; j < files[i].cells.count; j++)
			cell_class(&files[i].cells.items[j], &hierarchy);
	}
	hierarchy_release(&hierarchy);
	return result;
}
