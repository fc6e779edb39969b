/* SPDX-License-Identifier: MIT */
/* caches: tables of CPUID answers, from this CPU or from a file. */
#include <stdlib.h>

#include "base/csv.h"
#include "base/memory.h"
#include "base/units.h"
#include "caches/cpuid.h"
#include "platform/features.h"

enum { SUBLEAVES_MAX = 32 };

void cpuid_table_add(struct cpuid_table *table, const struct cpuid_leaf *leaf)
{
	memory_grow(&table->leaves, &table->capacity, table->count, sizeof *table->leaves);
	table->leaves[table->count++] = *leaf;
}

struct cpuid_leaf cpuid_find(const struct cpuid_table *table, uint32_t leaf, uint32_t subleaf)
{
	for (size_t i = 0; i < table->count; i++) {
		if (table->leaves[i].leaf == leaf && table->leaves[i].subleaf == subleaf)
			return table->leaves[i];
	}
	return (struct cpuid_leaf){ .leaf = leaf, .subleaf = subleaf };
}

void cpuid_table_release(struct cpuid_table *table)
{
	free(table->leaves);
	*table = (struct cpuid_table){ 0 };
}

static struct cpuid_leaf ask(uint32_t leaf, uint32_t subleaf)
{
	uint32_t registers[4] = { 0 };

	if (features_cpuid(leaf, subleaf, registers) != 0)
		return (struct cpuid_leaf){ 0 };
	return (struct cpuid_leaf){ leaf, subleaf, registers[0], registers[1], registers[2],
		                    registers[3] };
}

/* Whether the walk over the subleaves of a leaf ends before this one. */
static bool is_last(const struct cpuid_leaf *answer)
{
	if (answer->leaf == 0xB || answer->leaf == 0x1F)
		return (answer->ecx >> 8 & 0xFF) == 0;
	return (answer->eax & 0x1F) == 0;
}

/* Leaves above the highest that the CPU names answer nonsense, so they are not asked. */
void cpuid_collect(struct cpuid_table *table)
{
	static const struct { uint32_t leaf, range; bool has_subleaves; } wanted[] = {
		{ 0, 0, false },          { 1, 0, false },          { 2, 0, false },
		{ 4, 0, true },           { 7, 0, false },          { 0xB, 0, true },
		{ 0x1F, 0, true },        { 0x80000000, 0x80000000, false },
		{ 0x80000005, 0x80000000, false }, { 0x80000006, 0x80000000, false },
		{ 0x80000008, 0x80000000, false }, { 0x8000001D, 0x80000000, true },
	};

	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		if (wanted[i].leaf > ask(wanted[i].range, 0).eax)
			continue;
		for (uint32_t subleaf = 0; subleaf < SUBLEAVES_MAX; subleaf++) {
			struct cpuid_leaf answer = ask(wanted[i].leaf, subleaf);
			cpuid_table_add(table, &answer);
			if (!wanted[i].has_subleaves || is_last(&answer))
				break;
		}
	}
	struct cpuid_leaf hypervisor = ask(0x40000000, 0);
	if (cpuid_find(table, 1, 0).ecx >> 31)
		cpuid_table_add(table, &hypervisor);
}

enum { COLUMNS = 7 };

static int row_fault(const struct csv_reader *reader, const struct csv_record *record,
                     size_t column, struct error *err)
{
	return error_set(err, "%s:%zu:%zu: '%s' is not what a CPUID table has there; a row is "
	                 "pu, leaf, subleaf (or -), eax, ebx, ecx, edx, tab separated, the last "
	                 "six in hexadecimal", reader->name, record->line, column + 1,
	                 column < record->count ? record->fields[column] : "");
}

/* `pu` is what was asked for; -1 becomes that of the first row. */
struct loading {
	struct cpuid_table *table;
	long pu;
};

static int load_row(const struct csv_reader *reader, const struct csv_record *record,
                    void *context, struct error *err)
{
	struct loading *loading = context;
	uint64_t values[COLUMNS] = { 0 };

	if (record->line == 1 && text_equal(record->fields[0], "pu"))
		return 0;
	for (size_t i = 0; i < COLUMNS; i++) {
		if (i >= record->count)
			return row_fault(reader, record, i, err);
		if (i == 2 && text_equal(record->fields[i], "-"))
			continue;
		if (whole_parse(record->fields[i], i == 0 ? 10 : 16, &values[i]) != 0 ||
		    values[i] > (i == 0 ? 0xFFFFFF : 0xFFFFFFFF))
			return row_fault(reader, record, i, err);
	}
	loading->pu = loading->pu < 0 ? (long)values[0] : loading->pu;
	struct cpuid_leaf leaf = {
		(uint32_t)values[1], (uint32_t)values[2], (uint32_t)values[3],
		(uint32_t)values[4], (uint32_t)values[5], (uint32_t)values[6],
	};
	if (loading->pu == (long)values[0])
		cpuid_table_add(loading->table, &leaf);
	return 1;
}

int cpuid_load(const char *path, long pu, struct cpuid_table *table, struct error *err)
{
	struct loading loading = { table, pu };

	return csv_each(path, '\t', load_row, &loading, "a row; give the rows of a CPUID table: "
	                "pu, leaf, subleaf (or -), eax, ebx, ecx, edx, tab separated", err);
}
