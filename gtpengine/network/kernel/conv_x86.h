/* Paths of conv.h for x86-64. All but SSE4.1, which is part of every build, are chosen at run time. */
#ifndef GTPENGINE_CONV_X86_H
#define GTPENGINE_CONV_X86_H

#include "gtpengine/network/kernel/conv_amx.h"
#include "gtpengine/network/kernel/conv_avx2.h"
#include "gtpengine/network/kernel/conv_winograd.h"

#if defined(__x86_64__) && defined(__SSE4_1__)
#include <immintrin.h>

/* --- SSE4.1: products of pairs in int16, then sums of pairs in int32 --------------------------- */

GTPE_INLINE void gtpe_sse_sums(const int pixels, const int groups, const GtpeConv *k, int group,
                               const uint8_t *in, const int *offset, int32_t *sums) {
    (void)groups;
    const __m128i ones = _mm_set1_epi16(1);
    const __m128i *bias = (const __m128i *)(k->bias + group * GTPE_GROUP);
    const __m128i *w = (const __m128i *)gtpe_weights(k, group);
    const int stride = k->inputs;
    __m128i sum[2][4];
#pragma GCC unroll 2
    for (int p = 0; p < pixels; p++) {
#pragma GCC unroll 4
        for (int q = 0; q < 4; q++) {
            sum[p][q] = _mm_load_si128(bias + q);
        }
    }
    for (int tap = 0; tap < k->taps; tap++) {
        const uint8_t *x = in + offset[tap];
        for (int i = 0; i < stride; i += 4, w += 4) {
#pragma GCC unroll 2
            for (int p = 0; p < pixels; p++) {
                const __m128i four = _mm_set1_epi32(gtpe_as_int(x + i + p * stride));
#pragma GCC unroll 4
                for (int q = 0; q < 4; q++) {
                    const __m128i pairs = _mm_maddubs_epi16(four, _mm_load_si128(w + q));
                    sum[p][q] = _mm_add_epi32(sum[p][q], _mm_madd_epi16(pairs, ones));
                }
            }
        }
    }
#pragma GCC unroll 2
    for (int p = 0; p < pixels; p++) {
#pragma GCC unroll 4
        for (int q = 0; q < 4; q++) {
            _mm_store_si128((__m128i *)sums + 4 * p + q, sum[p][q]);
        }
    }
}

static int gtpe_has_sse(void) { return 1; }

GTPE_BLOCK(sse, , GTPE_UP_TO_2(gtpe_sse_sums, 1))
GTPE_PATH(sse, , gtpe_has_sse, gtpe_sse_block, gtpe_finish, gtpe_tell, 2, 1)

#define GTPE_X86_PATHS \
    GTPE_AMX_PATH &gtpe_vnni_path, GTPE_AVXVNNI_PATH &gtpe_winograd_path, &gtpe_avx2_path, \
        &gtpe_sse_path,
#else
#define GTPE_X86_PATHS
#endif

#endif
