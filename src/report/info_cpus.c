/* SPDX-License-Identifier: MIT */
/* report: the CPUs of a machine for people. Pure; asks no system. */
#include "report/info_parts.h"

#include <math.h>

static void line_cpu(const struct info *info, struct text *text)
{
	if (info->cpu < 0)
		return;
	text_printf(text, "CPU      %ld", info->cpu);
	if (info->system != NULL && !info->is_pinned)
		text_put(text, " (pinned: no)");
	if (info->allowed_cpus.count > 0) {
		text_put(text, " of those allowed, ");
		cpu_set_format(&info->allowed_cpus, text);
	}
	if (!isnan(info->clock_ghz))
		text_printf(text, "; %.2f GHz now", info->clock_ghz);
	text_put(text, "\n");
}

static void line_set(const char *lead, const struct cpu_set *set, const char *what,
                     struct text *text)
{
	if (set->count == 0)
		return;
	text_put(text, lead);
	cpu_set_format(set, text);
	text_printf(text, ", %s\n", what);
}

/* CPUs that a mask hides, and kinds of core, where there is more than one CPU. */
static void line_cores(const struct info *info, struct text *text)
{
	line_set("others   ", &info->other_cpus, "outside of this process's mask: --cpu gets them",
	         text);
	line_set("isolated ", &info->isolated_cpus, "kept free of other work: --cpu gets them",
	         text);
	if (info->allowed_cpus.count < 2)
		return;
	if (info->kinds_source == NULL) {
		text_put(text, "cores    of unknown kinds: no cpu_capacity, cpufreq, CPPC, CPUID "
		               "or CPU part tells\n");
		return;
	}
	text_put(text, "cores    ");
	if (info->fastest_cpus.count > 0) {
		cpu_set_format(&info->fastest_cpus, text);
		text_put(text, " fastest");
	} else {
		text_put(text, "all alike");
	}
	text_printf(text, ", by %s\n", info->kinds_source);
}

void info_cpus_lines(const struct info *info, struct text *text)
{
	line_cpu(info, text);
	line_cores(info, text);
}
