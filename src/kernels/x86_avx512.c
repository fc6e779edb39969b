/* SPDX-License-Identifier: MIT */
/* kernels: 64-byte vectors (AVX-512 F). Knows no other width. */
#include "platform/features.h"

#define TITLE    "avx512"
#define NAME(op) avx512_##op
#define NEEDS    FEATURE_AVX512
#define WIDTH    64
#define VECTOR(n) "%%zmm" #n
#define MOVE     "vmovups"
#define MOVE_NT  "vmovntps"
#define COMPUTE(operation, from, to) "v" operation " " from ", " to ", " to
/* Dirty upper halves would slow the SSE code that runs next. */
#define LEAVE "vzeroupper\n\t"

#include "x86_vector.inc"
