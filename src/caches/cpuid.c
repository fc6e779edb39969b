/* SPDX-License-Identifier: MIT */
/*
 * caches: caches from answers of the CPUID instruction. Knows nothing of the instruction
 * itself: a saved table and a live one are the same to it. Sources: Intel SDM volume 2A,
 * CPUID; AMD APM volume 3, appendix E; AMD BKDG for family 10h.
 */
#include "caches/cpuid.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "caches/cpuid_descriptors.h"

enum { SUBLEAVES_MAX = 32 };

/* Bits `low` to `high` of a register. */
static uint32_t bits(uint32_t value, unsigned high, unsigned low)
{
	return (uint32_t)((uint64_t)value >> low & (((uint64_t)2 << (high - low)) - 1));
}

/*
 * How many of `reserved` APIC numbers belong to CPUs that exist: leaf 1F (or B) says how
 * many CPUs stand behind `shift` bits of the number, and a cache cannot be shared by more.
 */
static unsigned existing_sharers(const struct cpuid_table *table, unsigned reserved)
{
	uint32_t leaf = cpuid_find(table, 0x1F, 0).ebx ? 0x1F : 0xB;

	for (uint32_t subleaf = 0; subleaf < SUBLEAVES_MAX; subleaf++) {
		struct cpuid_leaf domain = cpuid_find(table, leaf, subleaf);
		unsigned shift = bits(domain.eax, 4, 0), cpus = bits(domain.ebx, 15, 0);
		if (bits(domain.ecx, 15, 8) == 0)
			break;
		if ((uint64_t)1 << shift >= reserved)
			return cpus > 0 && cpus < reserved ? cpus : reserved;
	}
	return reserved;
}

static uint64_t parameters_bytes(const struct cpuid_leaf *leaf)
{
	uint64_t set_bytes = ((uint64_t)bits(leaf->ebx, 31, 22) + 1) *
	                     (bits(leaf->ebx, 21, 12) + 1) * (bits(leaf->ebx, 11, 0) + 1);
	uint64_t sets = (uint64_t)leaf->ecx + 1;
	return sets <= CACHE_BYTES_MAX / set_bytes ? sets * set_bytes : 0;
}

/*
 * Leaves 4 and 8000001D share one layout. A cache typed Data beyond L1 is left out: no x86
 * splits its L2, and the one that says so (Knights Corner) means something else by it.
 */
static void read_parameters(const struct cpuid_table *table, uint32_t number,
                            struct cache_list *list)
{
	static const enum cache_kind kinds[] = { CACHE_DATA, CACHE_INSTRUCTION, CACHE_UNIFIED };

	for (uint32_t subleaf = 0; subleaf < SUBLEAVES_MAX; subleaf++) {
		struct cpuid_leaf leaf = cpuid_find(table, number, subleaf);
		uint32_t type = bits(leaf.eax, 4, 0), level = bits(leaf.eax, 7, 5);
		if (type == 0)
			break;
		if (type > 3 || level == 0 || level > CACHE_LEVELS || (type == 1 && level > 1))
			continue;
		struct cache cache = {
			.level = level,
			.kind = kinds[type - 1],
			.bytes = parameters_bytes(&leaf),
			.line_bytes = bits(leaf.ebx, 11, 0) + 1,
			.sharers = existing_sharers(table, bits(leaf.eax, 25, 14) + 1),
		};
		cache_list_add(list, &cache);
	}
}

static void read_leaf_4(const struct cpuid_table *table, struct cache_list *list)
{
	read_parameters(table, 4, list);
}

static void read_leaf_8000001d(const struct cpuid_table *table, struct cache_list *list)
{
	read_parameters(table, 0x8000001D, list);
}

static void read_leaf_2(const struct cpuid_table *table, struct cache_list *list)
{
	struct cpuid_leaf leaf = cpuid_find(table, 2, 0);
	const uint32_t registers[] = { leaf.eax, leaf.ebx, leaf.ecx, leaf.edx };

	for (size_t i = 0; i < 16; i++) {
		uint32_t value = registers[i / 4];
		unsigned byte = bits(value, (unsigned)(i % 4) * 8 + 7, (unsigned)(i % 4) * 8);
		const struct cpuid_descriptor *known = cpuid_descriptor_find(byte);
		/* The lowest byte of EAX is a count; bit 31 marks a register without any. */
		if (i == 0 || value >> 31 || known == NULL)
			continue;
		struct cache cache = { .level = known->level, .kind = known->kind,
			               .bytes = (uint64_t)known->kib * KIB,
			               .line_bytes = known->line_bytes };
		cache_list_add(list, &cache);
	}
}

static unsigned cpu_family(const struct cpuid_table *table)
{
	uint32_t signature = cpuid_find(table, 1, 0).eax;
	unsigned family = bits(signature, 11, 8);
	return family == 0xF ? family + bits(signature, 27, 20) : family;
}

static unsigned cpu_model(const struct cpuid_table *table)
{
	uint32_t signature = cpuid_find(table, 1, 0).eax;
	return bits(signature, 7, 4) | bits(signature, 19, 16) << 4;
}

static void add_legacy(struct cache_list *list, unsigned level, enum cache_kind kind,
                       uint64_t kib, uint32_t line_bytes)
{
	struct cache cache = { .level = level, .kind = kind, .bytes = kib * KIB,
		               .line_bytes = line_bytes,
		               .sharers = level < 3 ? 1 : 0 };
	if (kib > 0)
		cache_list_add(list, &cache);
}

/*
 * AMD's L3 in units of 512K, for the whole package. Families 10h and 15h have one in each
 * die, shared by its cores; model 9 of family 10h (Magny-Cours) is two dies in a package.
 */
static void read_legacy_l3(const struct cpuid_table *table, struct cache_list *list)
{
	uint32_t edx = cpuid_find(table, 0x80000006, 0).edx;
	unsigned cores = bits(cpuid_find(table, 0x80000008, 0).ecx, 7, 0) + 1;
	unsigned family = cpu_family(table);
	unsigned dies = family == 0x10 && cpu_model(table) == 9 ? 2 : 1;
	struct cache cache = {
		.level = 3, .kind = CACHE_UNIFIED,
		.bytes = (uint64_t)bits(edx, 31, 18) * 512 * KIB / dies,
		.line_bytes = bits(edx, 7, 0),
		.sharers = family == 0x10 || family == 0x15 ? cores / dies : 0,
	};
	if (cache.bytes > 0 && bits(edx, 15, 12) != 0)
		cache_list_add(list, &cache);
}

static void read_legacy(const struct cpuid_table *table, struct cache_list *list)
{
	struct cpuid_leaf l1 = cpuid_find(table, 0x80000005, 0);
	struct cpuid_leaf l2 = cpuid_find(table, 0x80000006, 0);

	add_legacy(list, 1, CACHE_DATA, bits(l1.ecx, 31, 24), bits(l1.ecx, 7, 0));
	add_legacy(list, 1, CACHE_INSTRUCTION, bits(l1.edx, 31, 24), bits(l1.edx, 7, 0));
	if (bits(l2.ecx, 15, 12) != 0)
		add_legacy(list, 2, CACHE_UNIFIED, bits(l2.ecx, 31, 16), bits(l2.ecx, 7, 0));
	read_legacy_l3(table, list);
}

typedef void cpuid_reader(const struct cpuid_table *table, struct cache_list *list);

/* Where each maker tells: the first of the two that tells anything. */
static const struct maker {
	char name[13];
	cpuid_reader *readers[2];
} makers[] = {
	{ "GenuineIntel", { read_leaf_4, read_leaf_2 } },
	{ "CentaurHauls", { read_leaf_4, read_legacy } },
	{ "  Shanghai  ", { read_leaf_4, read_legacy } },
	{ "AuthenticAMD", { read_leaf_8000001d, read_legacy } },
	{ "HygonGenuine", { read_leaf_8000001d, read_legacy } },
	{ "",             { read_leaf_4, read_legacy } }, /* any other */
};

/* Twelve characters out of three registers, least significant byte first. */
static void put_register(char *name, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		name[i] = (char)(value >> 8 * i & 0xFF);
}

static const struct maker *maker_find(const struct cpuid_table *table)
{
	struct cpuid_leaf leaf = cpuid_find(table, 0, 0);
	char name[13] = "";
	size_t i = 0;

	put_register(name, leaf.ebx);
	put_register(name + 4, leaf.edx);
	put_register(name + 8, leaf.ecx);
	while (makers[i].name[0] != '\0' && !text_equal(makers[i].name, name))
		i++;
	return &makers[i];
}

void cpuid_decode(const struct cpuid_table *table, struct cache_list *list)
{
	const struct maker *maker = maker_find(table);

	for (size_t i = 0; i < 2 && list->count == 0; i++)
		maker->readers[i](table, list);
}

static bool is_printable(char character)
{
	return character >= ' ' && character <= '~';
}

/* Signatures of leaf 0x40000000 as the vendors document them, without blanks at the end. */
static const char *const hypervisors[][2] = {
	{ "KVMKVMKVM", "KVM" },     { "Microsoft Hv", "Hyper-V" },
	{ "XenVMMXenVMM", "Xen" },  { "VBoxVBoxVBox", "VirtualBox" },
	{ "TCGTCGTCGTCG", "QEMU" }, { "VMwareVMware", "VMware" },
	{ "bhyve bhyve", "bhyve" }, { "ACRNACRNACRN", "ACRN" },
};

static void hypervisor_call(char name[16])
{
	for (size_t i = 0; i < sizeof hypervisors / sizeof *hypervisors; i++) {
		if (text_equal(name, hypervisors[i][0]))
			(void)snprintf(name, 16, "%s", hypervisors[i][1]);
	}
}

void cpuid_hypervisor(const struct cpuid_table *table, char name[16])
{
	struct cpuid_leaf leaf = cpuid_find(table, 0x40000000, 0);
	size_t length = 0;

	memset(name, 0, 16);
	if (bits(cpuid_find(table, 1, 0).ecx, 31, 31) == 0)
		return;
	put_register(name, leaf.ebx);
	put_register(name + 4, leaf.ecx);
	put_register(name + 8, leaf.edx);
	while (length < 12 && is_printable(name[length]))
		length++;
	while (length > 0 && name[length - 1] == ' ')
		length--;
	name[length] = '\0';
	if (length == 0)
		(void)snprintf(name, 16, "yes");
	hypervisor_call(name);
}
