/* SPDX-License-Identifier: MIT */
/* kernels: 16-byte vectors (SSE2, part of every x86-64). Knows no other width. */
#include "platform/features.h"

#define TITLE    "sse2"
#define NAME(op) sse2_##op
#define NEEDS    FEATURE_SSE2
#define WIDTH    16
#define VECTOR(n) "%%xmm" #n
#define MOVE     "movups"
#define MOVE_NT  "movntps"
#define COMPUTE(operation, from, to) operation " " from ", " to
#define LEAVE ""

#include "x86_vector.inc"
