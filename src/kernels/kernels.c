/* SPDX-License-Identifier: MIT */
/* kernels: the registry. Knows rows, not instructions, and asks no hardware. */
#include "kernels/kernel.h"

#include <string.h>

#include "kernels/table.h"

const char *const op_names[] = { "copy", "read", "write", "scale", "add", "triad", NULL };

const struct op_facts op_facts[] = {
	/*            convention arrays counted unit src    src2   dst */
	[OP_COPY] = { "copied",  2,     1,      1,   true,  false, true },
	[OP_READ] = { "read",    1,     1,      1,   true,  false, false },
	[OP_WRITE] = { "written", 1,    1,      1,   false, false, true },
	[OP_SCALE] = { "stream", 2,     2,      8,   true,  false, true },
	[OP_ADD] = { "stream",   3,     3,      8,   true,  true,  true },
	[OP_TRIAD] = { "stream", 3,     3,      8,   true,  true,  true },
};

static const struct kernel_table *const common_kernels[] = {
	&loop_kernels, &libc_kernels, NULL
};

static size_t tables_count(const struct kernel_table *const *tables)
{
	size_t count = 0;

	for (; *tables != NULL; tables++)
		count += (*tables)->count;
	return count;
}

static const struct kernel *tables_at(const struct kernel_table *const *tables,
                                      size_t index)
{
	while (index >= (*tables)->count)
		index -= (*tables++)->count;
	return &(*tables)->rows[index];
}

size_t kernels_count(void)
{
	return tables_count(common_kernels) + tables_count(architecture_kernels);
}

const struct kernel *kernels_at(size_t index)
{
	size_t common = tables_count(common_kernels);

	return index < common ? tables_at(common_kernels, index)
	                      : tables_at(architecture_kernels, index - common);
}

const struct kernel *kernels_find(enum op op, const char *name)
{
	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (kernel->op == op && strcmp(kernel->name, name) == 0)
			return kernel;
	}
	return NULL;
}

static bool wider(const struct kernel *kernel, const struct kernel *best)
{
	if (best == NULL || kernel->width != best->width)
		return best == NULL || kernel->width > best->width;
	return kernel->preference > best->preference;
}

const struct kernel *kernels_auto(enum op op, uint64_t features)
{
	const struct kernel *best = NULL;

	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (kernel->op == op && (kernel->needs & ~features) == 0 &&
		    kernel->preference >= 0 && wider(kernel, best))
			best = kernel;
	}
	return best;
}

const struct kernel *kernels_nontemporal(enum op op, uint64_t features)
{
	const struct kernel *best = NULL;

	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (kernel->op == op && (kernel->needs & ~features) == 0 &&
		    kernel->stores == STORES_NONTEMPORAL && wider(kernel, best))
			best = kernel;
	}
	return best;
}

const struct kernel *kernels_resolve(enum op op, const char *name, uint64_t features)
{
	if (strcmp(name, "auto") == 0)
		return kernels_auto(op, features);
	if (strcmp(name, "nt") == 0)
		return kernels_nontemporal(op, features);
	return kernels_find(op, name);
}
