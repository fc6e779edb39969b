/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the CPUID decoder on any table. The input is a row after another: a byte that
 * picks the leaf, a byte of subleaf, four registers; and what is left over, as the text of
 * a saved table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "caches/hierarchy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint32_t leaves[] = {
	0, 1, 2, 4, 7, 0xB, 0x1F, 0x40000000, 0x80000005, 0x80000006, 0x80000008, 0x8000001D,
};

enum { ROW_BYTES = 18, TEXT_MARK = 0xFF };

static void decode(const struct cpuid_table *table)
{
	struct report_sources sources = { .cpuid = table };
	struct hierarchy hierarchy = { 0 };

	hierarchy_report(&hierarchy, 0, &sources);
	hierarchy_decide(&hierarchy);
	hierarchy_release(&hierarchy);
}

static void decode_text(const uint8_t *text, size_t size)
{
	struct cpuid_table table = { 0 };
	char path[] = "/tmp/membench-fuzz-XXXXXX";
	struct error err;
	int file = mkstemp(path);

	if (file < 0)
		abort();
	if (write(file, text, size) != (ssize_t)size)
		abort();
	(void)close(file);
	if (cpuid_load(path, -1, &table, &err) == 0)
		decode(&table);
	cpuid_table_release(&table);
	(void)unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cpuid_table table = { 0 };

	while (size >= ROW_BYTES && data[0] != TEXT_MARK) {
		struct cpuid_leaf row = {
			.leaf = leaves[data[0] % (sizeof leaves / sizeof *leaves)],
			.subleaf = data[1],
		};
		memcpy(&row.eax, data + 2, 4);
		memcpy(&row.ebx, data + 6, 4);
		memcpy(&row.ecx, data + 10, 4);
		memcpy(&row.edx, data + 14, 4);
		cpuid_table_add(&table, &row);
		data += ROW_BYTES;
		size -= ROW_BYTES;
	}
	decode(&table);
	cpuid_table_release(&table);
	if (size > 0 && data[0] == TEXT_MARK)
		decode_text(data + 1, size - 1);
	return 0;
}
