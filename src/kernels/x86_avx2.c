/* SPDX-License-Identifier: MIT */
/* kernels: 32-byte vectors (AVX2). Knows no other width. */
#include "platform/features.h"

#define TITLE    "avx2"
#define NAME(op) avx2_##op
#define NEEDS    FEATURE_AVX2
#define WIDTH    32
#define VECTOR(n) "%%ymm" #n
#define MOVE     "vmovups"
#define MOVE_NT  "vmovntps"
#define COMPUTE(operation, from, to) "v" operation " " from ", " to ", " to
/* Dirty upper halves would slow the SSE code that runs next. */
#define LEAVE "vzeroupper\n\t"

#include "x86_vector.inc"
