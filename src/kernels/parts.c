/* SPDX-License-Identifier: MIT */
/* kernels: blocks that are no whole number of a kernel's turns. Knows no instruction. */
#include "kernels/table.h"

static struct stream stream_after(const struct stream *stream, size_t bytes)
{
	struct stream after = *stream;

	if (after.dst != NULL)
		after.dst += bytes;
	if (after.src != NULL)
		after.src += bytes;
	if (after.src2 != NULL)
		after.src2 += bytes;
	return after;
}

static size_t bytes_before_aligned(const struct parts *parts, const struct stream *stream)
{
	return parts->align == 0 ? 0 : (0 - (uintptr_t)stream->dst) % parts->align;
}

bool run_in_parts(const struct parts *parts, const struct stream *stream, size_t bytes,
                  size_t passes)
{
	size_t head = bytes_before_aligned(parts, stream);

	if (head > bytes)
		head = bytes;
	size_t tail = (bytes - head) % parts->turn_bytes, body = bytes - head - tail;
	if (body == bytes && bytes > 0 && passes > 0)
		return false;
	struct stream middle = stream_after(stream, head);
	struct stream rest = stream_after(stream, head + body);
	while (passes-- > 0) {
		parts->plain(stream, head);
		if (body > 0)
			parts->turns(&middle, body, 1);
		parts->plain(&rest, tail);
	}
	return true;
}
