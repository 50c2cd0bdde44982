/* The path of conv.h for AVX-512 VNNI: sixteen outputs at once, four products and their sum in one
 * instruction. */
#ifndef GTPENGINE_CONV_AVX512_H
#define GTPENGINE_CONV_AVX512_H

#include "gtpengine/network/kernel/conv_board.h"

#if defined(__x86_64__) && defined(__SSE4_1__)
#include <immintrin.h>

#include "board_ext/lowlevel/cpuid.h"

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
                const __m512i four = _mm512_set1_epi32(gtpe_as_int(x + i + p * stride));
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

GTPE_INLINE GTPE_VNNI __m512i gtpe_vnni_whole(__m512 x, float low, float high) {
    return _mm512_cvtps_epi32(gtpe_vnni_cut(x, low, high));
}

GTPE_INLINE GTPE_VNNI void gtpe_vnni_put(uint8_t *bytes, __m512 x) {
    const __m512i y = gtpe_vnni_whole(x, 0, GTPE_BYTE);
    _mm_storeu_si128((__m128i *)bytes, _mm512_cvtepi32_epi8(y));
}

/* Add to the stream of a pixel; make the bytes of it. */
GTPE_INLINE GTPE_VNNI void gtpe_vnni_add(__m512i y, __m512 scale, int16_t *stream,
                                         uint8_t *bytes) {
    __m256i *to = (__m256i *)stream;
    y = _mm512_add_epi32(y, _mm512_cvtepi16_epi32(_mm256_loadu_si256(to)));
    y = _mm512_max_epi32(y, _mm512_setzero_si512());
    y = _mm512_min_epi32(y, _mm512_set1_epi32(GTPE_STREAM));
    _mm256_storeu_si256(to, _mm512_cvtepi32_epi16(y));
    gtpe_vnni_put(bytes, _mm512_mul_ps(_mm512_cvtepi32_ps(y), scale));
}

/* As gtpe_finish, for which compilers use narrow vectors. */
GTPE_INLINE GTPE_VNNI void gtpe_vnni_finish(const GtpeConv *k, const GtpeSink *sink,
                                            const int32_t *sums, int pixels, int pixel,
                                            int channel) {
    const __m512 gain = _mm512_load_ps(k->gain + channel);
    const long stride = k->outputs;
    long at = pixel * stride + channel;
    if (sink->kind == GTPE_BYTES) {
        for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += stride) {
            const __m512 x = _mm512_cvtepi32_ps(_mm512_load_si512(sums));
            gtpe_vnni_put(sink->bytes + at, _mm512_mul_ps(x, gain));
        }
    } else if (sink->kind == GTPE_ADD) {
        const __m512 scale = _mm512_load_ps(sink->scale + channel);
        for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += stride) {
            const __m512 x = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_load_si512(sums)), gain);
            const __m512i y = gtpe_vnni_whole(x, -2 * GTPE_STREAM, 2 * GTPE_STREAM);
            gtpe_vnni_add(y, scale, sink->stream + at, sink->bytes + at);
        }
    } else if (sink->kind == GTPE_DELTA) {
        const __m512 scale = _mm512_load_ps(sink->scale + channel);
        for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += stride) {
            const __m512 x = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_load_si512(sums)), gain);
            const __m512i y = gtpe_vnni_whole(x, -GTPE_STREAM, GTPE_STREAM);
            const __m512 z = _mm512_mul_ps(_mm512_cvtepi32_ps(y), scale);
            const __m512i byte = _mm512_add_epi32(gtpe_vnni_whole(z, -64, 63), _mm512_set1_epi32(64));
            _mm256_storeu_si256((__m256i *)(sink->stream + at), _mm512_cvtepi32_epi16(y));
            _mm_storeu_si128((__m128i *)(sink->bytes + at), _mm512_cvtepi32_epi8(byte));
        }
    } else {
        for (int p = 0; p < pixels; p++, sums += GTPE_GROUP, at += stride) {
            const __m512i x = _mm512_load_si512(sums);
            _mm512_storeu_si512(sink->wide + at, _mm512_max_epi32(x, _mm512_setzero_si512()));
        }
    }
}

/* As gtpe_tell. */
GTPE_INLINE GTPE_VNNI void gtpe_full_tell(const int16_t *delta, const int32_t *told,
                                          const float *scale, int size, int channels,
                                          int16_t *stream, uint8_t *bytes) {
    const int width = size + 1;
    for (int c = 0; c < channels; c += GTPE_GROUP) {
        const __m512 scales = _mm512_loadu_ps(scale + c);
        const __m512i added = _mm512_loadu_si512(told + c);
        for (int row = 0; row < size; row++) {
            long at = (long)((row + 1) * width + 1) * channels + c;
            for (int column = 0; column < size; column++, at += channels) {
                const __m256i change = _mm256_loadu_si256((const __m256i *)(delta + at));
                const __m512i y = _mm512_add_epi32(_mm512_cvtepi16_epi32(change), added);
                gtpe_vnni_add(y, scales, stream + at, bytes + at);
            }
        }
    }
}

static int gtpe_has_vnni(void) {
    return gtpe_cpu_has("avx512f") && gtpe_cpu_has("avx512bw") && gtpe_cpu_has("avx512vl") &&
           gtpe_cpu_has("avx512dq") && gtpe_cpu_has("avx512vnni");
}

GTPE_PATH(vnni, GTPE_VNNI, gtpe_has_vnni, gtpe_vnni_block, gtpe_vnni_finish, gtpe_full_tell,
          GTPE_MOST_PIXELS, 2)

#endif

#endif
