/* SPDX-License-Identifier: MIT */
#ifndef MEMBENCH_KERNELS_KERNEL_H
#define MEMBENCH_KERNELS_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What moves. The convention of each is what the CSV's `convention` column says. */
enum op { OP_COPY, OP_READ, OP_WRITE, OP_SCALE, OP_ADD, OP_TRIAD, OP_LATENCY, OP_COUNT };

extern const char *const op_names[OP_COUNT + 1];      /* "copy", ..., NULL */

/*
 * What one op on a block of N bytes means (STREAM's definitions, McCalpin 1995):
 *   copy  dst = src           counted N  ("copied": a copied byte once)
 *   read  every byte of src   counted N  ("read")
 *   write dst = value         counted N  ("written")
 *   scale dst = s * src       counted 2N ("stream": every array, as STREAM counts)
 *   add   dst = src + src2    counted 3N ("stream")
 *   triad dst = src + s*src2  counted 3N ("stream")
 *   latency  N / 64 loads, each of the address that the one before it brought:
 *                         counted N  ("line": 64 bytes a load, whatever the machine's line is)
 * Scale, add and triad work on doubles: N and the addresses must be multiples of 8.
 */
struct op_facts {
	const char *convention;
	unsigned arrays;          /* blocks touched: the footprint is arrays * N */
	unsigned counted;         /* bytes counted for each byte of the block */
	unsigned unit_bytes;      /* a block is a multiple of this: 1, 8 or 64 */
	bool reads_src, reads_src2, writes_dst;
	bool is_chained;          /* src has to be linked first (kernels/chain.h), and what
	                           * people want to know is the time of a load */
};
extern const struct op_facts op_facts[OP_COUNT];

/*
 * The arrays of one thread; unused ones are NULL. Kernels are right at any alignment the
 * op allows, and fast where each array is aligned to 64 bytes or more.
 */
struct stream {
	unsigned char *dst;
	const unsigned char *src, *src2;
	double scalar;            /* scale, triad */
	unsigned char value;      /* write: every byte of dst becomes this */
	const void **cursor;      /* latency: where the walk stands, and then went on to */
};

/*
 * Do the op on the first `bytes` of the arrays, `passes` times over. The passes are
 * really made: the compiler must not merge them. Any `bytes` that is a multiple of the
 * op's unit is done exactly, and nothing outside it is touched.
 */
typedef void kernel_run(const struct stream *stream, size_t bytes, size_t passes);

/*
 * Store kind, for the estimate of bus traffic: an ordinary store first reads the line.
 * Where the processor or libc chooses by length (`rep movsb`, memcpy) there is none.
 */
enum stores { STORES_NONE, STORES_ORDINARY, STORES_NONTEMPORAL, STORES_CHOSEN };

/* For `auto`: the widest PLAIN one is its default, which those TRIED have to beat. */
enum role { ROLE_PLAIN, ROLE_TRIED, ROLE_ASKED };

/*
 * How it goes through its block: in order, and it may be given a piece at a time; as a whole
 * in one call (libc, which chooses its way by length); or along a chain of its lines.
 */
enum way { WAY_PIECES, WAY_WHOLE, WAY_WINDOWS, WAY_RANDOM, WAY_PAGES };

struct kernel {
	const char *name;   /* "avx512", "movsb", "avx2-nt" ...: unique for an op */
	enum op op;
	uint64_t needs;     /* CPU features (platform/features.h); 0 runs anywhere */
	unsigned width;     /* bytes of one load or store, 0 where libc chooses */
	enum role role;     /* ASKED: only by its name */
	enum stores stores;
	enum way way;
	kernel_run *run;
};

/* Every kernel built into this binary, whether or not this CPU can run it. */
size_t kernels_count(void);
const struct kernel *kernels_at(size_t index);

/* NULL where no kernel of that name does that op. */
const struct kernel *kernels_find(enum op op, const char *name);

/* The widest plain kernel for the op among those that `features` allow. Never NULL. */
const struct kernel *kernels_auto(enum op op, uint64_t features);

/*
 * What may beat it where the widest vectors fit no cache, the plainest first: itself, for
 * reads narrower vectors as well, string instructions, and where the footprint `is_memory`
 * non-temporal stores of its width. Returns how many, 1 .. KERNELS_TRIED.
 */
enum { KERNELS_TRIED = 4 };
size_t kernels_tried(enum op op, uint64_t features, bool is_memory,
                     const struct kernel *tried[KERNELS_TRIED]);

/* The widest with non-temporal stores. NULL where the op or the CPU has none. */
const struct kernel *kernels_nontemporal(enum op op, uint64_t features);

/*
 * What a user may ask for: "nt" (the widest non-temporal), or a name. NULL where there is
 * none. One asked for by name may need more than `features`: compare `needs`.
 */
const struct kernel *kernels_resolve(enum op op, const char *name, uint64_t features);

/* Plain C, one byte or double at a time: what each op means. Tests compare against it. */
void reference_run(enum op op, const struct stream *stream, size_t bytes);

#endif
