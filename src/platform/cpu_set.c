/* SPDX-License-Identifier: MIT */
/* platform: sets of CPU numbers. Knows no system. */
#include "platform/platform.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define CPU_NUMBER_MAX 1048575 /* far above any machine; keeps a bad list from filling memory */

/* Where `cpu` stands, or would stand. */
static size_t find_place(const struct cpu_set *set, unsigned cpu)
{
	size_t low = 0, high = set->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (set->cpus[middle] < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void cpu_set_add(struct cpu_set *set, unsigned cpu)
{
	size_t at = find_place(set, cpu);

	if (at < set->count && set->cpus[at] == cpu)
		return;
	memory_grow(&set->cpus, &set->capacity, set->count, sizeof *set->cpus);
	memmove(set->cpus + at + 1, set->cpus + at, (set->count - at) * sizeof *set->cpus);
	set->cpus[at] = cpu;
	set->count++;
}

bool cpu_set_has(const struct cpu_set *set, unsigned cpu)
{
	size_t at = find_place(set, cpu);
	return at < set->count && set->cpus[at] == cpu;
}

void cpu_set_release(struct cpu_set *set)
{
	free(set->cpus);
	*set = (struct cpu_set){ 0 };
}

static int cpu_number(const char **text, unsigned long *cpu)
{
	char *end;

	if (!isdigit((unsigned char)**text))
		return -1;
	errno = 0;
	*cpu = strtoul(*text, &end, 10);
	*text = end;
	return errno == 0 && *cpu <= CPU_NUMBER_MAX ? 0 : -1;
}

int cpu_set_parse(const char *text, struct cpu_set *set)
{
	unsigned long first, last, total = 0;

	while (text != NULL && isspace((unsigned char)*text))
		text++;
	if (text == NULL || *text == '\0')
		return 0;
	for (;;) {
		if (cpu_number(&text, &first) != 0)
			return -1;
		last = first;
		if (*text == '-') {
			text++;
			if (cpu_number(&text, &last) != 0 || last < first)
				return -1;
		}
		/* Ranges said over and over would take forever. */
		total += last - first + 1;
		if (total > CPU_NUMBER_MAX + 1)
			return -1;
		for (; first <= last; first++)
			cpu_set_add(set, (unsigned)first);
		if (*text != ',')
			break;
		text++;
	}
	while (isspace((unsigned char)*text))
		text++;
	return *text == '\0' ? 0 : -1;
}

int cpu_set_parse_mask(const char *text, struct cpu_set *set)
{
	size_t digits = 0;

	for (const char *at = text; *at; at++) {
		if (*at != ',' && text_hex_digit(*at) < 0)
			return -1;
		digits += *at != ',';
	}
	/* From the last digit on, so that the set grows at its end. */
	const char *at = text + strlen(text);
	for (unsigned cpu = 0; digits > 0; digits--, cpu += 4) {
		while (*--at == ',')
			;
		for (unsigned bit = 0; bit < 4; bit++) {
			if ((unsigned)text_hex_digit(*at) >> bit & 1)
				cpu_set_add(set, cpu + bit);
		}
	}
	return 0;
}

void cpu_set_format(const struct cpu_set *set, struct text *text)
{
	for (size_t i = 0; i < set->count; i++) {
		size_t first = i;
		while (i + 1 < set->count && set->cpus[i + 1] == set->cpus[i] + 1)
			i++;
		text_printf(text, "%s%u", first > 0 ? "," : "", set->cpus[first]);
		if (i > first)
			text_printf(text, "-%u", set->cpus[i]);
	}
}
