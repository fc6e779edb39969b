/* SPDX-License-Identifier: MIT */
/* platform: which machine and system this is, on Linux. */
#include "platform/platform.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

void platform_boot_id(char text[PLATFORM_TEXT_BYTES])
{
	if (file_read_line("/proc/sys/kernel/random/boot_id", text, PLATFORM_TEXT_BYTES) != 0)
		text[0] = '\0';
}

static int cpuinfo_value(const char *info, const char *key, char text[PLATFORM_TEXT_BYTES])
{
	char wanted[32];

	(void)snprintf(wanted, sizeof wanted, "\n%s", key);
	const char *line = strstr(info, wanted);
	const char *colon = line ? strchr(line, ':') : NULL;
	if (colon == NULL)
		return -1;
	colon += 1 + strspn(colon + 1, " \t");
	(void)snprintf(text, PLATFORM_TEXT_BYTES, "%.*s", (int)strcspn(colon, "\n"), colon);
	return 0;
}

void platform_cpu_model(char text[PLATFORM_TEXT_BYTES])
{
	/* The first key that an architecture uses wins; ARM boards name only themselves. */
	static const char *const keys[] = { "model name", "cpu model", "uarch", "cpu\t",
		                            "Model Name", "Hardware" };
	char info[8192] = "\n";

	text[0] = '\0';
	if (file_read("/proc/cpuinfo", info + 1, sizeof info - 1) <= 0)
		return;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (cpuinfo_value(info, keys[i], text) == 0)
			return;
	}
	if (file_read_line("/proc/device-tree/model", text, PLATFORM_TEXT_BYTES) != 0)
		text[0] = '\0';
}

void platform_libc(char text[PLATFORM_TEXT_BYTES])
{
	text[0] = '\0';
#if defined(__GLIBC__)
	if (confstr(_CS_GNU_LIBC_VERSION, text, PLATFORM_TEXT_BYTES) == 0)
		text[0] = '\0';
#elif !defined(__UCLIBC__) && !defined(__BIONIC__)
	/* musl alone hides its name. */
	(void)snprintf(text, PLATFORM_TEXT_BYTES, "musl");
#endif
}

/* glibc asks CPUID for these, of whichever CPU it runs on; other C libraries lack them. */
size_t platform_caches(struct platform_cache caches[PLATFORM_CACHES])
{
	size_t count = 0;
#ifdef _SC_LEVEL1_DCACHE_SIZE
	static const struct { unsigned level; bool is_instructions; int size, line; } names[] = {
		{ 1, false, _SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL1_DCACHE_LINESIZE },
		{ 1, true, _SC_LEVEL1_ICACHE_SIZE, _SC_LEVEL1_ICACHE_LINESIZE },
		{ 2, false, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL2_CACHE_LINESIZE },
		{ 3, false, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL3_CACHE_LINESIZE },
		{ 4, false, _SC_LEVEL4_CACHE_SIZE, _SC_LEVEL4_CACHE_LINESIZE },
	};

	for (size_t i = 0; i < PLATFORM_CACHES; i++) {
		long bytes = sysconf(names[i].size), line = sysconf(names[i].line);
		if (bytes > 0)
			caches[count++] = (struct platform_cache){
				names[i].level, names[i].is_instructions, (uint64_t)bytes,
				line > 0 ? (unsigned)line : 0, 0,
			};
	}
#else
	(void)caches;
#endif
	return count;
}
