/* SPDX-License-Identifier: MIT */
/* kernels: 16-byte vectors of AArch64 (Advanced SIMD) in pairs. Knows no SVE. */
#include "kernels/table.h"
#include "platform/features.h"

/*
 * Assembly text, so that the compiler changes none of it. A pair is two registers, v and
 * w; its place n is in bytes from `array`.
 */
#define PAIR(operation, v, w, n, array) \
	operation " q" #v ", q" #w ", [%[" #array "], #" #n "]\n\t"
#define LOAD(v, w, n, array)  PAIR("ldp", v, w, n, array)
#define STORE(v, w, n, array) PAIR("stp", v, w, n, array)
#define NEXT(array, step)     "add %[" #array "], %[" #array "], #" #step "\n\t"
#define ADD(v, w)             "fadd v" #v ".2d, v" #v ".2d, v" #w ".2d\n\t"
#define MULTIPLY(v)           "fmul v" #v ".2d, v" #v ".2d, v16.2d\n\t"

/* Turns of `step` bytes while so many are left. */
#define TURNS(step, body) \
	"subs %[left], %[left], #" #step "\n\t" \
	"b.lo 2f\n\t" \
	".p2align 5\n" \
	"1:\n\t" body \
	"subs %[left], %[left], #" #step "\n\t" \
	"b.hs 1b\n" \
	"2:\n\t" \
	"add %[left], %[left], #" #step "\n\t"

#define CLOBBERS \
	"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "memory", "cc"

#define COPY_TURNS(load, store) \
	TURNS(128, PAIR(load, 0, 1, 0, src) PAIR(load, 2, 3, 32, src) \
	      PAIR(load, 4, 5, 64, src) PAIR(load, 6, 7, 96, src) \
	      PAIR(store, 0, 1, 0, dst) PAIR(store, 2, 3, 32, dst) \
	      PAIR(store, 4, 5, 64, dst) PAIR(store, 6, 7, 96, dst) \
	      NEXT(src, 128) NEXT(dst, 128)) \
	TURNS(32, PAIR(load, 0, 1, 0, src) PAIR(store, 0, 1, 0, dst) \
	      NEXT(src, 32) NEXT(dst, 32))

#define WRITE_TURNS(store) \
	"dup v0.16b, %w[value]\n\t" \
	"dup v1.16b, %w[value]\n\t" \
	TURNS(128, PAIR(store, 0, 1, 0, dst) PAIR(store, 0, 1, 32, dst) \
	      PAIR(store, 0, 1, 64, dst) PAIR(store, 0, 1, 96, dst) NEXT(dst, 128)) \
	TURNS(32, PAIR(store, 0, 1, 0, dst) NEXT(dst, 32))

static void neon_copy(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(COPY_TURNS("ldp", "stp")
		                 : [dst] "+r"(at.dst), [src] "+r"(at.src), [left] "+r"(left)
		                 :
		                 : CLOBBERS);
		if (left > 0)
			loop_copy(&at, left);
	}
}

/* The non-temporal pair is a hint: stores stay ordered as others, so no barrier is due. */
static void neon_copy_nt(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(COPY_TURNS("ldnp", "stnp")
		                 : [dst] "+r"(at.dst), [src] "+r"(at.src), [left] "+r"(left)
		                 :
		                 : CLOBBERS);
		if (left > 0)
			loop_copy(&at, left);
	}
}

static void neon_read(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(
			TURNS(128, LOAD(0, 1, 0, src) LOAD(2, 3, 32, src) LOAD(4, 5, 64, src)
			      LOAD(6, 7, 96, src) NEXT(src, 128))
			TURNS(32, LOAD(0, 1, 0, src) NEXT(src, 32))
			: [src] "+r"(at.src), [left] "+r"(left)
			:
			: CLOBBERS);
		if (left > 0)
			loop_read(&at, left);
	}
}

static void neon_write(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(WRITE_TURNS("stp")
		                 : [dst] "+r"(at.dst), [left] "+r"(left)
		                 : [value] "r"((unsigned)at.value)
		                 : CLOBBERS);
		if (left > 0)
			loop_write(&at, left);
	}
}

static void neon_write_nt(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(WRITE_TURNS("stnp")
		                 : [dst] "+r"(at.dst), [left] "+r"(left)
		                 : [value] "r"((unsigned)at.value)
		                 : CLOBBERS);
		if (left > 0)
			loop_write(&at, left);
	}
}

static void neon_scale(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(
			"dup v16.2d, %[scalar].d[0]\n\t"
			TURNS(64, LOAD(0, 1, 0, src) LOAD(2, 3, 32, src)
			      MULTIPLY(0) MULTIPLY(1) MULTIPLY(2) MULTIPLY(3)
			      STORE(0, 1, 0, dst) STORE(2, 3, 32, dst) NEXT(src, 64) NEXT(dst, 64))
			: [dst] "+r"(at.dst), [src] "+r"(at.src), [left] "+r"(left)
			: [scalar] "w"(at.scalar)
			: CLOBBERS);
		if (left > 0)
			loop_scale(&at, left);
	}
}

static void neon_add(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(
			TURNS(64, LOAD(0, 1, 0, src) LOAD(2, 3, 32, src)
			      LOAD(4, 5, 0, src2) LOAD(6, 7, 32, src2)
			      ADD(0, 4) ADD(1, 5) ADD(2, 6) ADD(3, 7)
			      STORE(0, 1, 0, dst) STORE(2, 3, 32, dst)
			      NEXT(src, 64) NEXT(src2, 64) NEXT(dst, 64))
			: [dst] "+r"(at.dst), [src] "+r"(at.src), [src2] "+r"(at.src2),
			  [left] "+r"(left)
			:
			: CLOBBERS);
		if (left > 0)
			loop_add(&at, left);
	}
}

static void neon_triad(const struct stream *stream, size_t bytes, size_t passes)
{
	while (passes-- > 0) {
		struct stream at = *stream;
		size_t left = bytes;

		__asm__ volatile(
			"dup v16.2d, %[scalar].d[0]\n\t"
			TURNS(64, LOAD(0, 1, 0, src2) LOAD(2, 3, 32, src2)
			      LOAD(4, 5, 0, src) LOAD(6, 7, 32, src)
			      MULTIPLY(0) MULTIPLY(1) MULTIPLY(2) MULTIPLY(3)
			      ADD(0, 4) ADD(1, 5) ADD(2, 6) ADD(3, 7)
			      STORE(0, 1, 0, dst) STORE(2, 3, 32, dst)
			      NEXT(src, 64) NEXT(src2, 64) NEXT(dst, 64))
			: [dst] "+r"(at.dst), [src] "+r"(at.src), [src2] "+r"(at.src2),
			  [left] "+r"(left)
			: [scalar] "w"(at.scalar)
			: CLOBBERS);
		if (left > 0)
			loop_triad(&at, left);
	}
}

#define NEEDS FEATURE_NEON

static const struct kernel rows[] = {
	/* name     op         needs  width preference stores    whole  run */
	{ "neon",    OP_COPY,  NEEDS, 16, 0, STORES_ORDINARY,     false, neon_copy },
	{ "neon",    OP_READ,  NEEDS, 16, 0, STORES_NONE,         false, neon_read },
	{ "neon",    OP_WRITE, NEEDS, 16, 0, STORES_ORDINARY,     false, neon_write },
	{ "neon",    OP_SCALE, NEEDS, 16, 0, STORES_ORDINARY,     false, neon_scale },
	{ "neon",    OP_ADD,   NEEDS, 16, 0, STORES_ORDINARY,     false, neon_add },
	{ "neon",    OP_TRIAD, NEEDS, 16, 0, STORES_ORDINARY,     false, neon_triad },
	{ "neon-nt", OP_COPY,  NEEDS, 16, -1, STORES_NONTEMPORAL, false, neon_copy_nt },
	{ "neon-nt", OP_WRITE, NEEDS, 16, -1, STORES_NONTEMPORAL, false, neon_write_nt },
};
const struct kernel_table neon_kernels = KERNEL_TABLE(rows);
