/* SPDX-License-Identifier: MIT */
/* fleet: which sizes are judged, and which are the control. Knows no rate. */
#include "fleet/parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

/* What most rows of a size say. */
struct classed {
	uint64_t block_bytes;
	enum cell_level level;
	bool edge;
};

static struct classed size_class(const struct fleet_group *group, uint64_t block_bytes)
{
	size_t votes[CELL_LEVELS + 1] = { 0 }, edges = 0, rows = 0;
	struct classed size = { block_bytes, CELL_L1, false };

	for (size_t i = 0; i < group->host_count; i++) {
		const struct fleet_host *host = &group->hosts[i];
		for (size_t j = 0; j < host->first_count; j++) {
			if (host->cells[j]->block_bytes != block_bytes)
				continue;
			votes[cell_level(host->cells[j]->level)]++;
			edges += host->cells[j]->edge;
			rows++;
		}
	}
	for (enum cell_level level = CELL_L1; level < CELL_LEVELS; level++)
		size.level = votes[level] > votes[size.level] ? level : size.level;
	size.edge = 2 * edges > rows;
	return size;
}

static void level_take(struct fleet_level *level, const struct classed *sizes, size_t count,
                       enum cell_level name)
{
	(void)snprintf(level->name, sizeof level->name, "%s", cell_level_names[name]);
	level->sizes = memory_zeroed(count, sizeof *level->sizes);
	for (size_t i = 0; i < count; i++) {
		if (sizes[i].level == name && !sizes[i].edge)
			level->sizes[level->size_count++] = sizes[i].block_bytes;
	}
}

static bool has_level(const struct classed *sizes, size_t count, enum cell_level level)
{
	for (size_t i = 0; i < count; i++) {
		if (sizes[i].level == level && !sizes[i].edge)
			return true;
	}
	return false;
}

/* DRAM; else what the largest size is of, on which side of an edge it may lie. */
static void take_outermost(struct fleet_level *level, const struct classed *sizes, size_t count)
{
	const struct classed *largest = &sizes[count - 1];

	if (has_level(sizes, count, CELL_DRAM))
		level_take(level, sizes, count, CELL_DRAM);
	else
		level_take(level, &(struct classed){ largest->block_bytes, largest->level, false },
		           1, largest->level);
}

bool levels_choose(struct fleet_group *group, const uint64_t *sizes, size_t size_count,
                   const char *wanted)
{
	struct fleet_level *judged = &group->levels[FLEET_JUDGED];
	struct classed *classed = memory_zeroed(size_count, sizeof *classed);
	enum cell_level named = wanted != NULL ? cell_level(wanted) : CELL_LEVELS;

	for (size_t i = 0; i < size_count; i++)
		classed[i] = size_class(group, sizes[i]);
	if (wanted == NULL)
		take_outermost(judged, classed, size_count);
	else if (has_level(classed, size_count, named))
		level_take(judged, classed, size_count, named);
	for (enum cell_level level = CELL_L1; level <= CELL_L4; level++) {
		if (text_equal(cell_level_names[level], judged->name) || judged->size_count == 0)
			break;
		if (has_level(classed, size_count, level)) {
			level_take(&group->levels[FLEET_CONTROL], classed, size_count, level);
			break;
		}
	}
	free(classed);
	return judged->size_count > 0;
}
