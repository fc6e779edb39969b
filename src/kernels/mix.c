/* SPDX-License-Identifier: MIT */
/* kernels: several of them under one name. Knows names and sizes, not which is faster. */
#include "kernels/mix.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "base/units.h"

/* The switch that "avx2+movsb" and "avx512+movsb" did not name: blocks of 20K. */
#define UNNAMED_SWITCH_BYTES (40 * KIB)

void mix_init(struct mix *mix, const struct kernel *kernel)
{
	*mix = (struct mix){ .op = kernel->op, .parts = { { kernel, 0 } }, .count = 1 };
	(void)snprintf(mix->name, sizeof mix->name, "%s", kernel->name);
}

/* `switch_text` is what the name says of the switch: "@32K", or "" in old names. */
static void part_add(struct mix *mix, const struct kernel *kernel, uint64_t beyond_bytes,
                     const char *switch_text)
{
	size_t length = strlen(mix->name);

	mix->parts[mix->count++] = (struct mix_part){ kernel, beyond_bytes };
	(void)snprintf(mix->name + length, sizeof mix->name - length, "+%s%s", kernel->name,
	               switch_text);
}

void mix_add(struct mix *mix, const struct kernel *kernel, uint64_t beyond_bytes)
{
	char size[SIZE_TEXT_BYTES], text[SIZE_TEXT_BYTES + 1];

	if (mix->count == MIX_PARTS || mix->parts[mix->count - 1].kernel == kernel)
		return;
	(void)snprintf(text, sizeof text, "@%s", size_format(beyond_bytes, size));
	part_add(mix, kernel, beyond_bytes, text);
}

const struct kernel *mix_at(const struct mix *mix, uint64_t footprint_bytes)
{
	size_t part = 0;

	while (part + 1 < mix->count && footprint_bytes > mix->parts[part + 1].beyond_bytes)
		part++;
	return mix->parts[part].kernel;
}

uint64_t mix_needs(const struct mix *mix)
{
	uint64_t needs = 0;

	for (size_t i = 0; i < mix->count; i++)
		needs |= mix->parts[i].kernel->needs;
	return needs;
}

static int kernel_unknown(enum op op, const char *name, struct error *err)
{
	struct nearest nearest = { .given = name };
	struct text known = { 0 }, lead = { 0 };

	for (size_t i = 0; i < kernels_count(); i++) {
		if (kernels_at(i)->op != op)
			continue;
		nearest_try(&nearest, kernels_at(i)->name);
		text_printf(&known, ", %s", kernels_at(i)->name);
	}
	nearest_put(&nearest, &lead);
	(void)error_set(err, "--kernel: there is no '%s' for --op %s%sauto, all, best%s", name,
	                op_names[op], text_string(&lead), text_string(&known));
	text_release(&known);
	text_release(&lead);
	return -1;
}

/* "movsb@32K", which is cut at the '@'; the size is 0 where the name has none. */
static int part_parse(enum op op, char *text, uint64_t features, struct mix_part *part,
                      struct error *err)
{
	char *at = strchr(text, '@');

	part->beyond_bytes = 0;
	if (at != NULL) {
		*at = '\0';
		if (size_parse(at + 1, "--kernel", &part->beyond_bytes, err) != 0)
			return -1;
	}
	part->kernel = kernels_resolve(op, text, features);
	return part->kernel == NULL ? kernel_unknown(op, text, err) : 0;
}

/* One more part of the name that is being read. */
static int part_append(struct mix *mix, char *text, uint64_t features, struct error *err)
{
	struct mix_part part;

	if (part_parse(mix->op, text, features, &part, err) != 0)
		return -1;
	if (mix->count == MIX_PARTS)
		return error_set(err, "--kernel: at most %d kernels can be one mix", MIX_PARTS);
	if (part.beyond_bytes == 0 && mix->count == 1 && text_equal(text, "movsb")) {
		part_add(mix, part.kernel, UNNAMED_SWITCH_BYTES, "");
		return 0;
	}
	if (part.beyond_bytes == 0)
		return error_set(err, "--kernel: '+%s' needs the footprint beyond which it is "
		                 "used, such as +%s@64M", text, text);
	if (part.beyond_bytes <= mix->parts[mix->count - 1].beyond_bytes)
		return error_set(err, "--kernel: the footprints behind @ must ascend, and that of "
		                 "%s does not", text);
	mix_add(mix, part.kernel, part.beyond_bytes);
	return 0;
}

/* No footprint behind the first kernel, and no part without a kernel. */
static bool is_formed(const char *name)
{
	size_t first = strcspn(name, "+@");
	bool formed = name[first] == '\0' || (first > 0 && name[first] == '+');

	for (const char *part = strchr(name, '+'); part != NULL; part = strchr(part + 1, '+'))
		formed = formed && strcspn(part + 1, "+@") > 0;
	return formed;
}

int mix_parse(struct mix *mix, enum op op, const char *name, uint64_t features,
              struct error *err)
{
	*mix = (struct mix){ .op = op };
	if (!is_formed(name))
		return error_set(err, "--kernel: '%s' is no name of kernels; several are one "
		                 "kernel, then each with the footprint beyond which it takes "
		                 "over: avx2+movsb@32K+avx2-nt@64M", name);
	struct items items = items_of(name, '+');
	const char *first = items_next(&items);
	const struct kernel *kernel = kernels_resolve(op, first, features);
	int result = 0;
	if (kernel == NULL)
		result = kernel_unknown(op, first, err);
	else
		mix_init(mix, kernel);
	for (char *item; result == 0 && (item = items_next(&items)) != NULL;)
		result = part_append(mix, item, features, err);
	items_release(&items);
	return result;
}
