/* SPDX-License-Identifier: MIT */
/*
 * caches: caches from answers of the CPUID instruction, saved or live. Sources: Intel SDM
 * volume 2A, CPUID; AMD APM volume 3, appendix E; AMD BKDG for family 10h.
 */
#include "caches/cpuid.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"

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

#define D CACHE_DATA
#define I CACHE_INSTRUCTION
#define U CACHE_UNIFIED

/* What the bytes of leaf 2 stand for (Intel SDM volume 2A, table 3-12); others are no caches:
 * a TLB, a prefetch size, or nothing. */
static const struct descriptor {
	unsigned char byte, level;
	enum cache_kind kind;
	unsigned kib, line_bytes;
} descriptors[] = {
	{ 0x06, 1, I, 8, 32 },       { 0x08, 1, I, 16, 32 },      { 0x09, 1, I, 32, 64 },
	{ 0x0A, 1, D, 8, 32 },       { 0x0C, 1, D, 16, 32 },      { 0x0D, 1, D, 16, 64 },
	{ 0x0E, 1, D, 24, 64 },      { 0x1D, 2, U, 128, 64 },     { 0x21, 2, U, 256, 64 },
	{ 0x22, 3, U, 512, 64 },     { 0x23, 3, U, 1024, 64 },    { 0x24, 2, U, 1024, 64 },
	{ 0x25, 3, U, 2048, 64 },    { 0x29, 3, U, 4096, 64 },    { 0x2C, 1, D, 32, 64 },
	{ 0x30, 1, I, 32, 64 },      { 0x41, 2, U, 128, 32 },     { 0x42, 2, U, 256, 32 },
	{ 0x43, 2, U, 512, 32 },     { 0x44, 2, U, 1024, 32 },    { 0x45, 2, U, 2048, 32 },
	{ 0x46, 3, U, 4096, 64 },    { 0x47, 3, U, 8192, 64 },    { 0x48, 2, U, 3072, 64 },
	{ 0x49, 2, U, 4096, 64 },    { 0x4A, 3, U, 6144, 64 },    { 0x4B, 3, U, 8192, 64 },
	{ 0x4C, 3, U, 12288, 64 },   { 0x4D, 3, U, 16384, 64 },   { 0x4E, 2, U, 6144, 64 },
	{ 0x60, 1, D, 16, 64 },      { 0x66, 1, D, 8, 64 },       { 0x67, 1, D, 16, 64 },
	{ 0x68, 1, D, 32, 64 },      { 0x78, 2, U, 1024, 64 },    { 0x79, 2, U, 128, 64 },
	{ 0x7A, 2, U, 256, 64 },     { 0x7B, 2, U, 512, 64 },     { 0x7C, 2, U, 1024, 64 },
	{ 0x7D, 2, U, 2048, 64 },    { 0x7F, 2, U, 512, 64 },     { 0x80, 2, U, 512, 64 },
	{ 0x82, 2, U, 256, 32 },     { 0x83, 2, U, 512, 32 },     { 0x84, 2, U, 1024, 32 },
	{ 0x85, 2, U, 2048, 32 },    { 0x86, 2, U, 512, 64 },     { 0x87, 2, U, 1024, 64 },
	{ 0xD0, 3, U, 512, 64 },     { 0xD1, 3, U, 1024, 64 },    { 0xD2, 3, U, 2048, 64 },
	{ 0xD6, 3, U, 1024, 64 },    { 0xD7, 3, U, 2048, 64 },    { 0xD8, 3, U, 4096, 64 },
	{ 0xDC, 3, U, 1536, 64 },    { 0xDD, 3, U, 3072, 64 },    { 0xDE, 3, U, 6144, 64 },
	{ 0xE2, 3, U, 2048, 64 },    { 0xE3, 3, U, 4096, 64 },    { 0xE4, 3, U, 8192, 64 },
	{ 0xEA, 3, U, 12288, 64 },   { 0xEB, 3, U, 18432, 64 },   { 0xEC, 3, U, 24576, 64 },
};

static void add_descriptor(struct cache_list *list, unsigned byte)
{
	for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++) {
		const struct descriptor *known = &descriptors[i];
		struct cache cache = { .level = known->level, .kind = known->kind,
			               .bytes = (uint64_t)known->kib * KIB,
			               .line_bytes = known->line_bytes };
		if (known->byte == byte)
			cache_list_add(list, &cache);
	}
}

static void read_leaf_2(const struct cpuid_table *table, struct cache_list *list)
{
	struct cpuid_leaf leaf = cpuid_find(table, 2, 0);
	const uint32_t registers[] = { leaf.eax, leaf.ebx, leaf.ecx, leaf.edx };

	/* The lowest byte of EAX is a count; bit 31 marks a register without any. */
	for (unsigned i = 1; i < 16; i++) {
		uint32_t value = registers[i / 4];
		if (value >> 31 == 0)
			add_descriptor(list, value >> i % 4 * 8 & 0xFF);
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
		               .line_bytes = line_bytes, .sharers = 1 };
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

/* Where each maker tells: in the parameters of a leaf, or as before there was that leaf. */
static const struct maker {
	char name[13];
	uint32_t leaf;
	void (*read_older)(const struct cpuid_table *table, struct cache_list *list);
} makers[] = {
	{ "GenuineIntel", 4, read_leaf_2 },          { "CentaurHauls", 4, read_legacy },
	{ "  Shanghai  ", 4, read_legacy },          { "AuthenticAMD", 0x8000001D, read_legacy },
	{ "HygonGenuine", 0x8000001D, read_legacy }, { "", 4, read_legacy }, /* any other */
};

/* Twelve characters out of three registers, least significant byte first. */
static void put_registers(char name[13], const uint32_t registers[3])
{
	for (unsigned i = 0; i < 12; i++)
		name[i] = (char)(registers[i / 4] >> 8 * (i % 4) & 0xFF);
	name[12] = '\0';
}

void cpuid_decode(const struct cpuid_table *table, struct cache_list *list)
{
	struct cpuid_leaf leaf = cpuid_find(table, 0, 0);
	const struct maker *maker = makers;
	char name[13];

	put_registers(name, (const uint32_t[]){ leaf.ebx, leaf.edx, leaf.ecx });
	while (maker->name[0] != '\0' && !text_equal(maker->name, name))
		maker++;
	read_parameters(table, maker->leaf, list);
	if (list->count == 0)
		maker->read_older(table, list);
}

/* Signatures of leaf 0x40000000 as the vendors document them, without blanks at the end;
 * of no name, "yes". */
static const char *const hypervisors[][2] = {
	{ "KVMKVMKVM", "KVM" },     { "Microsoft Hv", "Hyper-V" },
	{ "XenVMMXenVMM", "Xen" },  { "VBoxVBoxVBox", "VirtualBox" },
	{ "TCGTCGTCGTCG", "QEMU" }, { "VMwareVMware", "VMware" },
	{ "bhyve bhyve", "bhyve" }, { "ACRNACRNACRN", "ACRN" },
	{ "", "yes" },
};

void cpuid_hypervisor(const struct cpuid_table *table, char name[16])
{
	struct cpuid_leaf leaf = cpuid_find(table, 0x40000000, 0);
	size_t length = 0;

	memset(name, 0, 16);
	if (bits(cpuid_find(table, 1, 0).ecx, 31, 31) == 0)
		return;
	put_registers(name, (const uint32_t[]){ leaf.ebx, leaf.ecx, leaf.edx });
	while (name[length] >= ' ' && name[length] <= '~')
		length++;
	while (length > 0 && name[length - 1] == ' ')
		length--;
	name[length] = '\0';
	for (size_t i = 0; i < sizeof hypervisors / sizeof *hypervisors; i++) {
		if (text_equal(name, hypervisors[i][0])) {
			(void)snprintf(name, 16, "%s", hypervisors[i][1]);
			return;
		}
	}
}
