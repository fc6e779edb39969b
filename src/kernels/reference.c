/* SPDX-License-Identifier: MIT */
/* kernels: what each op means, in plain C. Knows nothing of speed. */
#include "kernels/kernel.h"

/* The product is rounded before the sum, as in STREAM without contraction. */
static void reference_doubles(enum op op, const struct stream *stream, size_t bytes)
{
	double *dst = (void *)stream->dst;
	const double *src = (const void *)stream->src, *src2 = (const void *)stream->src2;
	double factor = op == OP_ADD ? 1 : stream->scalar;

	for (size_t i = 0; i < bytes / sizeof(double); i++) {
		double product = factor * (op == OP_SCALE ? src[i] : src2[i]);
		dst[i] = op == OP_SCALE ? product : src[i] + product;
	}
}

void reference_run(enum op op, const struct stream *stream, size_t bytes)
{
	if (op_facts[op].is_chained) {
		for (size_t i = 0; i < bytes / op_facts[op].unit_bytes; i++)
			*stream->cursor = *(const void *const *)*stream->cursor;
		return;
	}
	if (op_facts[op].unit_bytes > 1) {
		reference_doubles(op, stream, bytes);
		return;
	}
	if (!op_facts[op].writes_dst)
		return;
	for (size_t at = 0; at < bytes; at++)
		stream->dst[at] = op == OP_COPY ? stream->src[at] : stream->value;
}
