/* Paths of conv.h for x86-64: SSE4.1, AVX2, AVX-VNNI and AVX-512 VNNI.
 *
 * All but the first are chosen at run time; SSE4.1 is part of every build. */
#ifndef GTPENGINE_CONV_X86_H
#define GTPENGINE_CONV_X86_H

#include "gtpengine/network/kernel/conv_board.h"

#if defined(__x86_64__) && defined(__SSE4_1__)
#include <immintrin.h>

GTPE_INLINE int32_t gtpe_four(const uint8_t *x) {
    int32_t four;
    memcpy(&four, x, 4);
    return four;
}

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
                const __m128i four = _mm_set1_epi32(gtpe_four(x + i + p * stride));
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
GTPE_PATH(sse, , gtpe_has_sse, gtpe_sse_block, gtpe_finish, 2, 1)

/* --- 256 bits: eight outputs at once ----------------------------------------------------------- */

enum { GTPE_HALF_PIXELS = 6 }; /* the most of a block, so that its sums stay in registers */

/* The whole of a block for `pixels` pixels: `dot(sum, four, weights)` adds to each of eight sums the
 * products of four channels with four weights. */
#define GTPE_HALF_SUMS(dot)                                                                 \
    const __m256i *bias = (const __m256i *)(k->bias + group * GTPE_GROUP);                  \
    const __m256i *w = (const __m256i *)gtpe_weights(k, group);                             \
    const int stride = k->inputs;                                                           \
    __m256i low[GTPE_HALF_PIXELS], high[GTPE_HALF_PIXELS];                                  \
    _Pragma("GCC unroll 6") for (int p = 0; p < pixels; p++) {                              \
        low[p] = _mm256_load_si256(bias);                                                   \
        high[p] = _mm256_load_si256(bias + 1);                                              \
    }                                                                                       \
    for (int tap = 0; tap < k->taps; tap++) {                                               \
        const uint8_t *x = in + offset[tap];                                                \
        for (int i = 0; i < stride; i += 4, w += 2) {                                       \
            const __m256i w0 = _mm256_load_si256(w), w1 = _mm256_load_si256(w + 1);         \
            _Pragma("GCC unroll 6") for (int p = 0; p < pixels; p++) {                      \
                const __m256i four = _mm256_set1_epi32(gtpe_four(x + i + p * stride));      \
                low[p] = dot(low[p], four, w0);                                             \
                high[p] = dot(high[p], four, w1);                                           \
            }                                                                               \
        }                                                                                   \
    }                                                                                       \
    _Pragma("GCC unroll 6") for (int p = 0; p < pixels; p++) {                              \
        _mm256_store_si256((__m256i *)sums + 2 * p, low[p]);                                \
        _mm256_store_si256((__m256i *)sums + 2 * p + 1, high[p]);                           \
    }

/* --- AVX2: products of pairs in int16, then sums of pairs in int32 ----------------------------- */

#define GTPE_AVX2 __attribute__((target("avx2")))

GTPE_INLINE GTPE_AVX2 __m256i gtpe_avx2_dot(__m256i sum, __m256i four, __m256i weights) {
    const __m256i pairs = _mm256_maddubs_epi16(four, weights);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

GTPE_INLINE GTPE_AVX2 void gtpe_avx2_sums(const int pixels, const int groups, const GtpeConv *k,
                                          int group, const uint8_t *in, const int *offset,
                                          int32_t *sums) {
    (void)groups;
    GTPE_HALF_SUMS(gtpe_avx2_dot)
}

static int gtpe_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

GTPE_BLOCK(avx2, GTPE_AVX2, GTPE_UP_TO_4(gtpe_avx2_sums, 1))
GTPE_PATH(avx2, GTPE_AVX2, gtpe_has_avx2, gtpe_avx2_block, gtpe_finish, 4, 1)

/* --- AVX-VNNI: as AVX-512 VNNI, for half as much, on CPUs without AVX-512 ----------------------- */

#if __GNUC__ >= 11 || (defined(__clang_major__) && __clang_major__ >= 12)
#include <cpuid.h>

#define GTPE_AVXVNNI __attribute__((target("avx2,avxvnni")))

GTPE_INLINE GTPE_AVXVNNI void gtpe_avxvnni_sums(const int pixels, const int groups,
                                                const GtpeConv *k, int group, const uint8_t *in,
                                                const int *offset, int32_t *sums) {
    (void)groups;
    GTPE_HALF_SUMS(_mm256_dpbusd_avx_epi32)
}

/* AVX2 says that the system saves the registers; GCC 11 and 12 do not know "avxvnni" by name. */
static int gtpe_has_avxvnni(void) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return gtpe_has_avx2() && __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a & (1u << 4)) != 0;
}

GTPE_BLOCK(avxvnni, GTPE_AVXVNNI, GTPE_UP_TO_6(gtpe_avxvnni_sums, 1))
GTPE_PATH(avxvnni, GTPE_AVXVNNI, gtpe_has_avxvnni, gtpe_avxvnni_block, gtpe_finish,
          GTPE_HALF_PIXELS, 1)
#define GTPE_AVXVNNI_PATH &gtpe_avxvnni_path,
#else
#define GTPE_AVXVNNI_PATH
#endif

/* --- AVX-512 VNNI: four products and their sum in one instruction ------------------------------ */

#define GTPE_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))

GTPE_INLINE GTPE_VNNI void gtpe_vnni_sums(const int pixels, const int groups, const GtpeConv *k,
                                          int group, const uint8_t *in, const int *offset,
                                          int32_t *sums) {
    const int stride = k->inputs;
    const __m512i *w0 = (const __m512i *)gtpe_weights(k, group);
    const __m512i *w1 = (const __m512i *)gtpe_weights(k, group + groups - 1);
    const __m512i *bias = (const __m512i *)k->bias + group;
    __m512i one[GTPE_MOST_PIXELS], two[GTPE_MOST_PIXELS];
#pragma GCC unroll 12
    for (int p = 0; p < pixels; p++) {
        one[p] = _mm512_load_si512(bias);
        two[p] = groups > 1 ? _mm512_load_si512(bias + 1) : _mm512_setzero_si512();
    }
    for (int tap = 0; tap < k->taps; tap++) {
        const uint8_t *x = in + offset[tap];
        for (int i = 0; i < stride; i += 4, w0++, w1++) {
            const __m512i v0 = _mm512_load_si512(w0), v1 = _mm512_load_si512(w1);
#pragma GCC unroll 12
            for (int p = 0; p < pixels; p++) {
                const __m512i four = _mm512_set1_epi32(gtpe_four(x + i + p * stride));
                one[p] = _mm512_dpbusd_epi32(one[p], four, v0);
                if (groups > 1) {
                    two[p] = _mm512_dpbusd_epi32(two[p], four, v1);
                }
            }
        }
    }
#pragma GCC unroll 12
    for (int p = 0; p < pixels; p++) {
        _mm512_store_si512((__m512i *)sums + p, one[p]);
        if (groups > 1) {
            _mm512_store_si512((__m512i *)sums + pixels + p, two[p]);
        }
    }
}

static GTPE_VNNI void gtpe_vnni_block(int pixels, int groups, const GtpeConv *k, int group,
                                      const uint8_t *in, const int *offset, int32_t *sums) {
    if (groups > 1) {
        switch (pixels) { GTPE_UP_TO_12(gtpe_vnni_sums, 2) }
    } else {
        switch (pixels) { GTPE_UP_TO_12(gtpe_vnni_sums, 1) }
    }
}

GTPE_INLINE GTPE_VNNI __m512 gtpe_vnni_cut(__m512 x, float low, float high) {
    return _mm512_min_ps(_mm512_max_ps(x, _mm512_set1_ps(low)), _mm512_set1_ps(high));
}

GTPE_INLINE GTPE_VNNI void gtpe_vnni_put(uint8_t *bytes, __m512 x) {
    const __m512i y = _mm512_cvtps_epi32(gtpe_vnni_cut(x, 0, GTPE_BYTE));
    _mm_storeu_si128((__m128i *)bytes, _mm512_cvtepi32_epi8(y));
}

/* As gtpe_finish; compilers use narrow vectors for the two that happen most. */
GTPE_INLINE GTPE_VNNI void gtpe_vnni_finish(const GtpeConv *k, const GtpeSink *sink,
                                            const int32_t *sums, int pixels, int pixel,
                                            int channel) {
    const __m512 gain = _mm512_load_ps(k->gain + channel);
    long at = (long)pixel * k->outputs + channel;
    if (sink->kind == GTPE_BYTES) {
        for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += k->outputs) {
            const __m512 x = _mm512_cvtepi32_ps(_mm512_load_si512(sums));
            gtpe_vnni_put(sink->bytes + at, _mm512_mul_ps(x, gain));
        }
    } else if (sink->kind == GTPE_ADD) {
        const __m512 scale = _mm512_load_ps(sink->scale + channel);
        for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += k->outputs) {
            const __m512 x = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_load_si512(sums)), gain);
            __m256i *stream = (__m256i *)(sink->stream + at);
            __m512i y = _mm512_cvtps_epi32(gtpe_vnni_cut(x, -2 * GTPE_STREAM, 2 * GTPE_STREAM));
            y = _mm512_add_epi32(y, _mm512_cvtepi16_epi32(_mm256_loadu_si256(stream)));
            y = _mm512_max_epi32(y, _mm512_setzero_si512());
            y = _mm512_min_epi32(y, _mm512_set1_epi32(GTPE_STREAM));
            _mm256_storeu_si256(stream, _mm512_cvtepi32_epi16(y));
            gtpe_vnni_put(sink->bytes + at, _mm512_mul_ps(_mm512_cvtepi32_ps(y), scale));
        }
    } else {
        gtpe_finish(k, sink, sums, pixels, pixel, channel);
    }
}

static int gtpe_has_vnni(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni");
}

GTPE_PATH(vnni, GTPE_VNNI, gtpe_has_vnni, gtpe_vnni_block, gtpe_vnni_finish, GTPE_MOST_PIXELS, 2)

#define GTPE_X86_PATHS &gtpe_vnni_path, GTPE_AVXVNNI_PATH &gtpe_avx2_path, &gtpe_sse_path,
#else
#define GTPE_X86_PATHS
#endif

#endif
