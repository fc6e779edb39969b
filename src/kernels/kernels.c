/* SPDX-License-Identifier: MIT */
/* kernels: the registry. Knows rows, not instructions, and asks no hardware. */
#include "kernels/kernel.h"

#include <string.h>

#include "kernels/table.h"

const char *const op_names[] = {
	"copy", "read", "write", "scale", "add", "triad", "latency", NULL
};

const struct op_facts op_facts[] = {
	/*            convention arrays counted unit src    src2   dst    chained */
	[OP_COPY] = { "copied",  2,     1,      1,   true,  false, true, false },
	[OP_READ] = { "read",    1,     1,      1,   true,  false, false, false },
	[OP_WRITE] = { "written", 1,    1,      1,   false, false, true, false },
	[OP_SCALE] = { "stream", 2,     2,      8,   true,  false, true, false },
	[OP_ADD] = { "stream",   3,     3,      8,   true,  true,  true, false },
	[OP_TRIAD] = { "stream", 3,     3,      8,   true,  true,  true, false },
	[OP_LATENCY] = { "line", 1,     1,      64,  true,  false, false, true },
};

static const struct kernel_table *const common_kernels[] = {
	&loop_kernels, &libc_kernels, &chase_kernels, NULL
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

static bool can_run(const struct kernel *kernel, enum op op, uint64_t features)
{
	return kernel->op == op && (kernel->needs & ~features) == 0;
}

const struct kernel *kernels_auto(enum op op, uint64_t features)
{
	const struct kernel *best = NULL;

	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (can_run(kernel, op, features) && kernel->role == ROLE_PLAIN &&
		    (best == NULL || kernel->width > best->width))
			best = kernel;
	}
	return best;
}

const struct kernel *kernels_nontemporal(enum op op, uint64_t features)
{
	const struct kernel *best = NULL;

	for (size_t i = 0; i < kernels_count(); i++) {
		const struct kernel *kernel = kernels_at(i);
		if (can_run(kernel, op, features) && kernel->stores == STORES_NONTEMPORAL &&
		    (best == NULL || kernel->width > best->width))
			best = kernel;
	}
	return best;
}

#define NARROWEST_VECTOR 16

static bool is_tried(const struct kernel *kernel, const struct kernel *plain)
{
	if (plain->stores == STORES_NONE)
		return kernel->role == ROLE_PLAIN && kernel->width < plain->width &&
		       kernel->width >= NARROWEST_VECTOR;
	return kernel->role == ROLE_TRIED && kernel->stores != STORES_NONTEMPORAL;
}

size_t kernels_tried(enum op op, uint64_t features, bool is_memory,
                     const struct kernel *tried[KERNELS_TRIED])
{
	const struct kernel *nontemporal = kernels_nontemporal(op, features);
	size_t count = 1;

	tried[0] = kernels_auto(op, features);
	for (size_t i = kernels_count(); i-- > 0 && count + 1 < KERNELS_TRIED;) {
		if (can_run(kernels_at(i), op, features) && is_tried(kernels_at(i), tried[0]))
			tried[count++] = kernels_at(i);
	}
	if (is_memory && nontemporal != NULL && nontemporal->role == ROLE_TRIED)
		tried[count++] = nontemporal;
	return count;
}

const struct kernel *kernels_resolve(enum op op, const char *name, uint64_t features)
{
	return strcmp(name, "nt") == 0 ? kernels_nontemporal(op, features)
	                               : kernels_find(op, name);
}
