/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_TESTS_TOPOLOGY_H
#define MEMBENCH_TESTS_TOPOLOGY_H

/* A machine of the handed topologies, rebuilt as a tree of sysfs and procfs files. */
#include "tree.h"

static inline void topology_put_index(const struct tree *tree, const struct table *table,
                                      const char *base)
{
	for (size_t i = 2; i < table->record.count; i++) {
		const char *value = table->record.fields[i];
		size_t length = strlen(value);
		if (text_equal(value, "-"))
			continue;
		bool bare = length >= 2 && text_equal(value + length - 2, "\\c");
		char *name = format("%s/cache/index%s/%s", base, table->record.fields[1],
		                    table->columns[i]);
		char *content = text_equal(value, "\"\"") ? format("%s", "")
		                : bare ? format("%.*s", (int)length - 2, value)
		                       : format("%s\\n", value);
		tree_put_escaped(tree, name, content);
		free(name);
		free(content);
	}
}

static inline void topology_put_caches(const struct tree *tree, char *path)
{
	struct table table;

	table_open(&table, path);
	while (table_next(&table)) {
		const char *index = table.record.fields[1];
		char *base = format("sys/devices/system/cpu/cpu%s", table.record.fields[0]);
		char *directory = format("%s/%s", base, text_equal(index, "none") ? "cache/" : "");
		tree_put(tree, directory, "", 0);
		if (!text_equal(index, "-") && !text_equal(index, "none"))
			topology_put_index(tree, &table, base);
		free(base);
		free(directory);
	}
	table_close(&table);
}

/* The machine `id` of FOLDER/topologies below a new tree. */
static inline void topology_open(struct tree *tree, const char *folder, const char *id)
{
	struct table table;

	tree_open(tree);
	topology_put_caches(tree, format("%s/topologies/cache/%s.tsv", folder, id));
	table_open(&table, format("%s/topologies/files/%s.tsv", folder, id));
	while (table_next(&table))
		tree_put_escaped(tree, table.record.fields[0], table.record.fields[1]);
	table_close(&table);
}

#endif
