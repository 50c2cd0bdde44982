/* Paths of conv.h for 256 bits, eight outputs at once: AVX2 and AVX-VNNI. */
#ifndef GTPENGINE_CONV_AVX2_H
#define GTPENGINE_CONV_AVX2_H

#include "gtpengine/network/kernel/conv_board.h"

#if defined(__x86_64__) && defined(__SSE4_1__)
#include <immintrin.h>

#include "board_ext/lowlevel/cpuid.h"

#define GTPE_AVX2 __attribute__((target("avx2")))

GTPE_INLINE GTPE_AVX2 __m256i gtpe_half_whole(__m256 x, float low, float high) {
    x = _mm256_min_ps(_mm256_max_ps(x, _mm256_set1_ps(low)), _mm256_set1_ps(high));
    return _mm256_cvtps_epi32(x);
}

/* Sixteen numbers as int16, in their order. */
GTPE_INLINE GTPE_AVX2 __m256i gtpe_half_pack(__m256i low, __m256i high) {
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
}

GTPE_INLINE GTPE_AVX2 void gtpe_half_put(uint8_t *bytes, __m256i low, __m256i high) {
    const __m256i x = gtpe_half_pack(low, high);
    const __m128i first = _mm256_castsi256_si128(x), rest = _mm256_extracti128_si256(x, 1);
    _mm_storeu_si128((__m128i *)bytes, _mm_packus_epi16(first, rest));
}

GTPE_INLINE GTPE_AVX2 __m256i gtpe_half_times(__m256i x, __m256 scale, float low, float high) {
    return gtpe_half_whole(_mm256_mul_ps(_mm256_cvtepi32_ps(x), scale), low, high);
}

/* Add to the stream of a pixel; make the bytes of it. */
GTPE_INLINE GTPE_AVX2 void gtpe_half_add(__m256i low, __m256i high, __m256 scale, __m256 scale2,
                                         int16_t *stream, uint8_t *bytes) {
    const __m128i *old = (const __m128i *)stream;
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi32(GTPE_STREAM);
    low = _mm256_add_epi32(low, _mm256_cvtepi16_epi32(_mm_loadu_si128(old)));
    high = _mm256_add_epi32(high, _mm256_cvtepi16_epi32(_mm_loadu_si128(old + 1)));
    low = _mm256_min_epi32(_mm256_max_epi32(low, zero), most);
    high = _mm256_min_epi32(_mm256_max_epi32(high, zero), most);
    _mm256_storeu_si256((__m256i *)stream, gtpe_half_pack(low, high));
    gtpe_half_put(bytes, gtpe_half_times(low, scale, 0, GTPE_BYTE),
                  gtpe_half_times(high, scale2, 0, GTPE_BYTE));
}

/* As gtpe_finish, for which compilers use narrow vectors. */
GTPE_INLINE GTPE_AVX2 void gtpe_half_finish(const GtpeConv *k, const GtpeSink *sink,
                                            const int32_t *sums, int pixels, int pixel,
                                            int channel) {
    const __m256 gain = _mm256_load_ps(k->gain + channel);
    const __m256 gain2 = _mm256_load_ps(k->gain + channel + 8);
    const long stride = k->outputs;
    long at = pixel * stride + channel;
    for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += stride) {
        const __m256i low = _mm256_load_si256((const __m256i *)sums);
        const __m256i high = _mm256_load_si256((const __m256i *)sums + 1);
        if (sink->kind == GTPE_BYTES) {
            gtpe_half_put(sink->bytes + at, gtpe_half_times(low, gain, 0, GTPE_BYTE),
                          gtpe_half_times(high, gain2, 0, GTPE_BYTE));
        } else if (sink->kind == GTPE_WIDE) {
            const __m256i zero = _mm256_setzero_si256();
            __m256i *wide = (__m256i *)(sink->wide + at);
            _mm256_storeu_si256(wide, _mm256_max_epi32(low, zero));
            _mm256_storeu_si256(wide + 1, _mm256_max_epi32(high, zero));
        } else {
            const __m256 scale = _mm256_load_ps(sink->scale + channel);
            const __m256 scale2 = _mm256_load_ps(sink->scale + channel + 8);
            const float most = sink->kind == GTPE_ADD ? 2 * GTPE_STREAM : GTPE_STREAM;
            const __m256i y = gtpe_half_times(low, gain, -most, most);
            const __m256i y2 = gtpe_half_times(high, gain2, -most, most);
            if (sink->kind == GTPE_ADD) {
                gtpe_half_add(y, y2, scale, scale2, sink->stream + at, sink->bytes + at);
            } else {
                const __m256i middle = _mm256_set1_epi32(64);
                __m256i *delta = (__m256i *)(sink->stream + at);
                _mm256_storeu_si256(delta, gtpe_half_pack(y, y2));
                gtpe_half_put(sink->bytes + at,
                              _mm256_add_epi32(gtpe_half_times(y, scale, -64, 63), middle),
                              _mm256_add_epi32(gtpe_half_times(y2, scale2, -64, 63), middle));
            }
        }
    }
}

/* As gtpe_tell. */
GTPE_INLINE GTPE_AVX2 void gtpe_half_tell(const int16_t *delta, const int32_t *told,
                                          const float *scale, int size, int channels,
                                          int16_t *stream, uint8_t *bytes) {
    const int width = size + 1;
    for (int c = 0; c < channels; c += GTPE_GROUP) {
        const __m256 scales = _mm256_loadu_ps(scale + c), scales2 = _mm256_loadu_ps(scale + c + 8);
        const __m256i added = _mm256_loadu_si256((const __m256i *)(told + c));
        const __m256i added2 = _mm256_loadu_si256((const __m256i *)(told + c + 8));
        for (int row = 0; row < size; row++) {
            long at = (long)((row + 1) * width + 1) * channels + c;
            for (int column = 0; column < size; column++, at += channels) {
                const __m128i *change = (const __m128i *)(delta + at);
                const __m256i low = _mm256_cvtepi16_epi32(_mm_loadu_si128(change));
                const __m256i high = _mm256_cvtepi16_epi32(_mm_loadu_si128(change + 1));
                gtpe_half_add(_mm256_add_epi32(low, added), _mm256_add_epi32(high, added2),
                              scales, scales2, stream + at, bytes + at);
            }
        }
    }
}

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
                const __m256i four = _mm256_set1_epi32(gtpe_as_int(x + i + p * stride));      \
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

static int gtpe_has_avx2(void) { return gtpe_cpu_has("avx2"); }

GTPE_BLOCK(avx2, GTPE_AVX2, GTPE_UP_TO_4(gtpe_avx2_sums, 1))
GTPE_PATH(avx2, GTPE_AVX2, gtpe_has_avx2, gtpe_avx2_block, gtpe_half_finish, gtpe_half_tell, 4,
          1)

/* --- AVX-VNNI: as AVX-512 VNNI, for half as much, on CPUs without AVX-512 ----------------------- */

#if __GNUC__ >= 11 || (defined(__clang_major__) && __clang_major__ >= 12)
#define GTPE_AVXVNNI __attribute__((target("avx2,avxvnni")))

GTPE_INLINE GTPE_AVXVNNI void gtpe_avxvnni_sums(const int pixels, const int groups,
                                                const GtpeConv *k, int group, const uint8_t *in,
                                                const int *offset, int32_t *sums) {
    (void)groups;
    GTPE_HALF_SUMS(_mm256_dpbusd_avx_epi32)
}

static int gtpe_has_avxvnni(void) { return gtpe_has_avx2() && gtpe_cpu_has("avxvnni"); }

GTPE_BLOCK(avxvnni, GTPE_AVXVNNI, GTPE_UP_TO_6(gtpe_avxvnni_sums, 1))
GTPE_PATH(avxvnni, GTPE_AVXVNNI, gtpe_has_avxvnni, gtpe_avxvnni_block, gtpe_half_finish,
          gtpe_half_tell, GTPE_HALF_PIXELS, 1)
#define GTPE_AVXVNNI_PATH &gtpe_avxvnni_path,
#else
#define GTPE_AVXVNNI_PATH
#endif

#endif

#endif
