/* SPDX-License-Identifier: MIT */
/* cli: what `membench --version` says. */
#include <string.h>

#include "base/version.h"
#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/words.h"
#include "platform/platform.h"

void version_put(const char *commit, struct text *text)
{
	struct text words = { 0 }, kernels = { 0 };
	const char *number = version_number();
	char libc[PLATFORM_TEXT_BYTES];

	platform_libc(libc);
	words_built_kernels(&words);
	completion_join(&words, &kernels);
	text_printf(text, "membench %s\ncommit    %s\n", number, commit);
	text_put_prose(text, "compiler  ", version_build() + strlen(number) + 1);
	text_printf(text, "libc      %s\n", libc[0] ? libc : "not known");
	text_put_prose(text, "kernels   ", text_string(&kernels));
	text_release(&words);
	text_release(&kernels);
}
