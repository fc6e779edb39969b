/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the readers of SMBIOS tables and SPD images on any bytes, what is found in
 * them, and all four reports of it; and of text that such bytes were printed as. The input is a table's length in two bytes, the table,
 * and images of 1024 bytes, a last one of what is left.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dimms/dump.h"
#include "dimms/modules.h"
#include "report/info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { IMAGE_BYTES = 1024 };

/* Sanitizers see a step beyond the end of a copy that has no more than that. */
static struct bytes copy_of(const uint8_t *data, size_t count)
{
	uint8_t *copy = malloc(count ? count : 1);

	if (copy == NULL)
		abort();
	if (count > 0)
		memcpy(copy, data, count);
	return (struct bytes){ copy, count };
}

static void add_image(struct modules *modules, const uint8_t *data, size_t count)
{
	struct bytes image = copy_of(data, count);
	struct module_spd spd = { .name = memory_copy_text("fuzz") };

	spd_decode(&image, &spd.spd);
	memory_grow(&modules->spds, &modules->spd_capacity, modules->spd_count, sizeof spd);
	modules->spds[modules->spd_count++] = spd;
	free((void *)(uintptr_t)image.items);
}

static void report(const struct modules *modules)
{
	struct hierarchy hierarchy = { .level_count = 0 };
	struct info info = { .hierarchy = &hierarchy, .modules = modules, .version = "v",
		             .cpu = -1 };
	struct text text = { 0 };

	for (unsigned format = FORMAT_TABLE; format <= FORMAT_MARKDOWN; format++)
		info_report(&info, (enum format)format, &text);
	text_release(&text);
}

/* The same bytes as a text of bytes, which most are not. */
static void read_as_text(const uint8_t *data, size_t size)
{
	struct dump dump = { memory_zeroed(size + 1, 1), size };

	memcpy(dump.items, data, size);
	(void)dump_from_text(&dump, "is text");
	dump_release(&dump);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct modules modules = { .table.is_asked = true, .eeproms.is_asked = true };

	if (size < 2)
		return 0;
	read_as_text(data, size);
	size_t length = data[0] | (size_t)data[1] << 8;
	length = length < size - 2 ? length : size - 2;
	struct bytes table = copy_of(data + 2, length);
	modules.table.is_read = smbios_decode(&table, &modules.smbios) == 0;
	for (size_t at = 2 + length; at < size; at += IMAGE_BYTES)
		add_image(&modules, data + at,
		          size - at < IMAGE_BYTES ? size - at : IMAGE_BYTES);
	modules_decide(&modules);
	report(&modules);
	modules_release(&modules);
	free((void *)(uintptr_t)table.items);
	return 0;
}
