/* SPDX-License-Identifier: MIT */
/* cli: the CPU that `info` was asked about. Reads no machine. */
#include "cli/info.h"

int info_check_cpu(long cpu, const struct cpu_set *there, const char *whose,
                   struct error *err)
{
	struct text list = { 0 };

	if (cpu < 0 || there->count == 0 || cpu_set_has(there, (unsigned)cpu))
		return 0;
	cpu_set_format(there, &list);
	(void)error_set(err, "--for-cpu: CPU %ld cannot be asked about; %s %s", cpu, whose,
	                text_string(&list));
	text_release(&list);
	return -1;
}
