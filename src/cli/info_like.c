/* SPDX-License-Identifier: MIT */
/* cli: what of an earlier session this machine could measure again. Measures nothing. */
#include "cli/info.h"

#include <inttypes.h>

#include "session/setup.h"

/* "a.csv: copy by avx2, 18 sizes from 2K to 256M, 1 thread, pages of 2M, 10 runs." */
static void describe(const struct like *like, struct text *text)
{
	char low[SIZE_TEXT_BYTES], high[SIZE_TEXT_BYTES];
	struct size_list sizes = { 0 };

	like_sizes(like, &sizes);
	text_printf(text, "%s: ", like->path);
	like_ops(like, text);
	text_put(text, " by ");
	like_kernels(like, text);
	text_printf(text, ", %zu size%s from %s to %s, %" PRIu64 " thread%s", sizes.count,
	            sizes.count > 1 ? "s" : "", size_format(sizes.bytes[0], low),
	            size_format(sizes.bytes[sizes.count - 1], high), like->threads,
	            like->threads > 1 ? "s" : "");
	text_printf(text, ", pages of %s, %" PRIu64 " run%s", size_format(like->page_bytes, low),
	            like->runs, like->runs > 1 ? "s" : "");
	if (like->volume_bytes > 0)
		text_printf(text, ", volume %s", size_format(like->volume_bytes, high));
	text_put(text, "\n");
	size_list_release(&sizes);
}

static enum status how_much(const struct session *session, bool can_begin)
{
	if (!can_begin || session->plan.count == 0)
		return STATUS_BAD_INPUT;
	return session->skipped.count > 0 || session->lacks_like ? STATUS_PARTIAL : STATUS_DONE;
}

int info_look_like(const char *path, struct info_like *found, struct error *err)
{
	const struct session_options options = { .like = path, .op = "copy", .kernel = "auto",
		                             .runs = 1 };
	struct session session = { .options = NULL };
	struct error why = { 0 };
	struct like like = { 0 };

	*found = (struct info_like){ .path = path };
	int result = like_read(path, &like, err);
	if (result == 0) {
		describe(&like, &found->lines);
		bool can_begin = session_init(&session, &options, &why) == 0;
		warnings_put(&session.skipped, &found->lines);
		warnings_put(&session.notes, &found->lines);
		if (!can_begin)
			text_printf(&found->lines, "%s.\n", why.text);
		found->status = how_much(&session, can_begin);
		text_put(&found->lines, found->status == STATUS_DONE ? "All of it can be had here.\n"
		                        : found->status == STATUS_PARTIAL
		                                ? "The rest of it can be had here.\n"
		                                : "So nothing of it can be had here.\n");
		session_release(&session);
	}
	like_release(&like);
	return result;
}
