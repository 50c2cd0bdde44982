/* Convolutions of a network in whole numbers, for the fastest instructions of this machine.
 *
 * Boards lie as pixels with their channels innermost, between border pixels of zeros, so that a 3x3
 * convolution asks no questions: pixel (row, column) of a board of n has the number
 * (row + 1) * (n + 1) + column + 1, and one border column serves both sides. Inputs are bytes of
 * 0..127, weights of -127..127, and sums are int32. Bytes of seven bits keep AVX2's sums of two
 * products within int16, so all paths give the same bits.
 *
 * Floats appear only as one product which is then rounded to a whole number: nothing that a
 * compiler could fuse or reorder. */
#ifndef GTPENGINE_CONV_H
#define GTPENGINE_CONV_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "gtpengine/network/conv_types.h"

#define GTPE_INLINE static inline __attribute__((always_inline))

GTPE_INLINE float gtpe_cut(float x, float low, float high) {
    x = x > low ? x : low;
    return x < high ? x : high;
}

/* To the nearest whole number, of two equally near ones to the even one. */
GTPE_INLINE int32_t gtpe_round(float x) { return (int32_t)rintf(x); }

/* What becomes of one group of channels of one pixel; nothing overlaps, which lets compilers
 * compute several at once. */
GTPE_INLINE void gtpe_to_bytes(const int32_t *restrict sums, const float *restrict gain,
                               uint8_t *restrict bytes) {
    for (int c = 0; c < GTPE_GROUP; c++) {
        bytes[c] = (uint8_t)gtpe_round(gtpe_cut((float)sums[c] * gain[c], 0, GTPE_BYTE));
    }
}

GTPE_INLINE void gtpe_to_stream(const int32_t *restrict sums, const float *restrict gain,
                                const float *restrict scale, int16_t *restrict stream,
                                uint8_t *restrict bytes) {
    for (int c = 0; c < GTPE_GROUP; c++) {
        int32_t y = gtpe_round(
            gtpe_cut((float)sums[c] * gain[c], -2 * GTPE_STREAM, 2 * GTPE_STREAM));
        y += stream[c];
        y = y > 0 ? y : 0;
        y = y < GTPE_STREAM ? y : GTPE_STREAM;
        stream[c] = (int16_t)y;
        bytes[c] = (uint8_t)gtpe_round(gtpe_cut((float)y * scale[c], 0, GTPE_BYTE));
    }
}

GTPE_INLINE void gtpe_to_delta(const int32_t *restrict sums, const float *restrict gain,
                               const float *restrict scale, int16_t *restrict delta,
                               uint8_t *restrict bytes) {
    for (int c = 0; c < GTPE_GROUP; c++) {
        const int32_t y =
            gtpe_round(gtpe_cut((float)sums[c] * gain[c], -GTPE_STREAM, GTPE_STREAM));
        delta[c] = (int16_t)y;
        bytes[c] = (uint8_t)(64 + gtpe_round(gtpe_cut((float)y * scale[c], -64, 63)));
    }
}

GTPE_INLINE void gtpe_to_wide(const int32_t *restrict sums, int32_t *restrict wide) {
    for (int c = 0; c < GTPE_GROUP; c++) {
        wide[c] = sums[c] > 0 ? sums[c] : 0;
    }
}

/* Hand the sums of `pixels` pixels, 16 channels from `channel` on, to the sink. */
GTPE_INLINE void gtpe_finish(const GtpeConv *k, const GtpeSink *sink, const int32_t *sums,
                             int pixels, int pixel, int channel) {
    const float *gain = k->gain + channel, *scale = sink->scale + channel;
    const long stride = k->outputs, first = pixel * stride + channel;
    uint8_t *bytes = sink->bytes + first;
    int16_t *stream = sink->stream + first;
    int32_t *wide = sink->wide + first;
    switch (sink->kind) {
    case GTPE_BYTES:
        for (int p = 0; p < pixels; p++) {
            gtpe_to_bytes(sums + p * GTPE_GROUP, gain, bytes + p * stride);
        }
        break;
    case GTPE_ADD:
        for (int p = 0; p < pixels; p++) {
            gtpe_to_stream(sums + p * GTPE_GROUP, gain, scale, stream + p * stride,
                           bytes + p * stride);
        }
        break;
    case GTPE_DELTA:
        for (int p = 0; p < pixels; p++) {
            gtpe_to_delta(sums + p * GTPE_GROUP, gain, scale, stream + p * stride,
                          bytes + p * stride);
        }
        break;
    default:
        for (int p = 0; p < pixels; p++) {
            gtpe_to_wide(sums + p * GTPE_GROUP, wide + p * stride);
        }
    }
}

/* A whole board: `block(pixels, groups, ...)` computes up to `most` pixels of a row and up to
 * `groups` groups of channels at a time, which `finish` hands to the sink. */
#define GTPE_BOARD(block, finish, most, most_groups)                                                    \
    const int width = size + 1, parts = (size + (most) - 1) / (most);                             \
    int offset[9];                                                                                \
    int32_t sums[2 * GTPE_MOST_PIXELS * GTPE_GROUP] __attribute__((aligned(64)));                 \
    gtpe_offsets(k, width, offset);                                                               \
    for (int group = 0; group < k->outputs / GTPE_GROUP;) {                                       \
        const int left = k->outputs / GTPE_GROUP - group;                                         \
        const int groups = left < (most_groups) ? left : (most_groups);                           \
        for (int row = 0; row < size; row++) {                                                    \
            for (int part = 0, column = 0; part < parts; part++) {                                \
                const int pixels = (size - column + parts - part - 1) / (parts - part);           \
                const int pixel = (row + 1) * width + column + 1;                                 \
                block(pixels, groups, k, group, in + (long)pixel * k->inputs, offset, sums);      \
                for (int g = 0; g < groups; g++) {                                                \
                    finish(k, sink, sums + g * pixels * GTPE_GROUP, pixels, pixel,                \
                           (group + g) * GTPE_GROUP);                                             \
                }                                                                                 \
                column += pixels;                                                                 \
            }                                                                                     \
        }                                                                                         \
        group += groups;                                                                          \
    }

/* Distances in bytes from a pixel to those that its taps see. */
GTPE_INLINE void gtpe_offsets(const GtpeConv *k, int width, int *offset) {
    for (int tap = 0; tap < k->taps; tap++) {
        offset[tap] = k->taps == 1 ? 0 : ((tap / 3 - 1) * width + tap % 3 - 1) * k->inputs;
    }
}

GTPE_INLINE void gtpe_depthwise_block(int pixels, int groups, const GtpeConv *k, int group,
                                      const uint8_t *in, const int *offset, int32_t *sums) {
    const int channel = group * GTPE_GROUP;
    (void)groups;
    for (int p = 0; p < pixels; p++, in += k->inputs, sums += GTPE_GROUP) {
        for (int c = 0; c < GTPE_GROUP; c++) {
            sums[c] = k->bias[channel + c];
        }
        for (int tap = 0; tap < k->taps; tap++) {
            const uint8_t *x = in + offset[tap] + channel;
            const int8_t *w = k->weights + tap * k->outputs + channel;
            for (int c = 0; c < GTPE_GROUP; c++) {
                sums[c] += (int16_t)x[c] * (int16_t)w[c];
            }
        }
    }
}

/* Add to the stream a block's change of it and, by channel, `told`; make the bytes of it. */
GTPE_INLINE void gtpe_tell_pixel(const int16_t *restrict delta, const int32_t *restrict told,
                                 const float *restrict scale, int16_t *restrict stream,
                                 uint8_t *restrict bytes) {
    for (int c = 0; c < GTPE_GROUP; c++) {
        int32_t y = stream[c] + delta[c] + told[c];
        y = y > 0 ? y : 0;
        y = y < GTPE_STREAM ? y : GTPE_STREAM;
        stream[c] = (int16_t)y;
        bytes[c] = (uint8_t)gtpe_round(gtpe_cut((float)y * scale[c], 0, GTPE_BYTE));
    }
}

GTPE_INLINE void gtpe_tell(const int16_t *delta, const int32_t *told, const float *scale,
                           int size, int channels, int16_t *stream, uint8_t *bytes) {
    const int width = size + 1;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            const long at = (long)((row + 1) * width + column + 1) * channels;
            for (int c = 0; c < channels; c += GTPE_GROUP) {
                gtpe_tell_pixel(delta + at + c, told + c, scale + c, stream + at + c,
                                bytes + at + c);
            }
        }
    }
}

/* One number for each point: the sum over channels of x * scale, cut to 0..4095, times a weight;
 * x is what a look saw plus `told`. */
GTPE_INLINE void gtpe_points(const int32_t *restrict wide, const int32_t *restrict told,
                             const float *restrict scale, const int16_t *restrict weights,
                             int size, int stride, int channels, int32_t *restrict out) {
    for (int row = 0; row < size; row++) {
        const int32_t *pixel = wide + (long)((row + 1) * (size + 1) + 1) * stride;
        for (int column = 0; column < size; column++, pixel += stride) {
            int32_t sum = 0;
            for (int c = 0; c < channels; c++) {
                const float x = (float)(pixel[c] + told[c]) * scale[c];
                sum += gtpe_round(gtpe_cut(x, 0, GTPE_FINE)) * weights[c];
            }
            *out++ = sum;
        }
    }
}

/* The sum and the maximum of each channel over the board; no number is negative. */
GTPE_INLINE void gtpe_pool(const int32_t *restrict wide, int size, int stride, int channels,
                           int32_t *restrict sums, int32_t *restrict most) {
    memset(sums, 0, (size_t)channels * sizeof(int32_t));
    memset(most, 0, (size_t)channels * sizeof(int32_t));
    for (int row = 0; row < size; row++) {
        const int32_t *pixel = wide + (long)((row + 1) * (size + 1) + 1) * stride;
        for (int column = 0; column < size; column++, pixel += stride) {
            for (int c = 0; c < channels; c++) {
                sums[c] += pixel[c];
                most[c] = pixel[c] > most[c] ? pixel[c] : most[c];
            }
        }
    }
}

/* The functions of a path, compiled for its instructions. */
#define GTPE_PATH(name, target)                                                                   \
    static target void gtpe_##name##_tell(const int16_t *delta, const int32_t *told,              \
                                          const float *scale, int size, int channels,             \
                                          int16_t *stream, uint8_t *bytes) {                      \
        gtpe_tell(delta, told, scale, size, channels, stream, bytes);                             \
    }                                                                                             \
    static target void gtpe_##name##_points(const int32_t *wide, const int32_t *told,             \
                                            const float *scale, const int16_t *weights, int size, \
                                            int stride, int channels, int32_t *out) {             \
        gtpe_points(wide, told, scale, weights, size, stride, channels, out);                     \
    }                                                                                             \
    static target void gtpe_##name##_pool(const int32_t *wide, int size, int stride,              \
                                          int channels, int32_t *sums, int32_t *most) {           \
        gtpe_pool(wide, size, stride, channels, sums, most);                                      \
    }                                                                                             \
    static const GtpePath gtpe_##name##_path = {gtpe_##name, gtpe_##name##_tell,                  \
                                                gtpe_##name##_points, gtpe_##name##_pool};

/* The weights of a group of outputs. */
GTPE_INLINE const int8_t *gtpe_weights(const GtpeConv *k, int group) {
    return k->weights + (long)group * GTPE_GROUP * k->taps * k->inputs;
}

/* --- plain C ---------------------------------------------------------------------------------- */

GTPE_INLINE void gtpe_plain_block(int pixels, int groups, const GtpeConv *k, int group,
                                  const uint8_t *in, const int *offset, int32_t *sums) {
    (void)groups;
    for (int p = 0; p < pixels; p++, in += k->inputs, sums += GTPE_GROUP) {
        const int8_t *w = gtpe_weights(k, group);
        memcpy(sums, k->bias + group * GTPE_GROUP, GTPE_GROUP * sizeof(int32_t));
        for (int tap = 0; tap < k->taps; tap++) {
            for (int i = 0; i < k->inputs; i += 4) {
                const uint8_t *x = in + offset[tap] + i;
                for (int c = 0; c < GTPE_GROUP; c++, w += 4) {
                    sums[c] += x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3];
                }
            }
        }
    }
}

static void gtpe_plain(const GtpeConv *k, const uint8_t *in, int size, const GtpeSink *sink) {
    if (k->depthwise) {
        GTPE_BOARD(gtpe_depthwise_block, gtpe_finish, GTPE_MOST_PIXELS, 1)
    } else {
        GTPE_BOARD(gtpe_plain_block, gtpe_finish, GTPE_MOST_PIXELS, 1)
    }
}

GTPE_PATH(plain, )

/* A case for each number of pixels, so that the sums of a block stay in registers. */
#define GTPE_CASE(block, n, groups) \
    case n: block(n, groups, k, group, in, offset, sums); break;
#define GTPE_UP_TO_4(block, groups) \
    GTPE_CASE(block, 1, groups) GTPE_CASE(block, 2, groups) GTPE_CASE(block, 3, groups) \
    GTPE_CASE(block, 4, groups)
#define GTPE_UP_TO_12(block, groups) \
    GTPE_UP_TO_4(block, groups) GTPE_CASE(block, 5, groups) GTPE_CASE(block, 6, groups) \
    GTPE_CASE(block, 7, groups) GTPE_CASE(block, 8, groups) GTPE_CASE(block, 9, groups) \
    GTPE_CASE(block, 10, groups) GTPE_CASE(block, 11, groups) GTPE_CASE(block, 12, groups)

#if defined(__x86_64__)
#include <immintrin.h>

GTPE_INLINE int32_t gtpe_four(const uint8_t *x) {
    int32_t four;
    memcpy(&four, x, 4);
    return four;
}

/* --- AVX2: products of pairs in int16, then sums of pairs in int32 ----------------------------- */

#define GTPE_AVX2 __attribute__((target("avx2")))

GTPE_INLINE GTPE_AVX2 void gtpe_avx2_sums(const int pixels, const GtpeConv *k, int group,
                                          const uint8_t *in, const int *offset, int32_t *sums) {
    const __m256i ones = _mm256_set1_epi16(1);
    const __m256i *bias = (const __m256i *)(k->bias + group * GTPE_GROUP);
    const __m256i *w = (const __m256i *)gtpe_weights(k, group);
    const int stride = k->inputs;
    __m256i low[4], high[4];
#pragma GCC unroll 4
    for (int p = 0; p < pixels; p++) {
        low[p] = _mm256_load_si256(bias);
        high[p] = _mm256_load_si256(bias + 1);
    }
    for (int tap = 0; tap < k->taps; tap++) {
        const uint8_t *x = in + offset[tap];
        for (int i = 0; i < stride; i += 4, w += 2) {
            const __m256i w0 = _mm256_load_si256(w), w1 = _mm256_load_si256(w + 1);
#pragma GCC unroll 4
            for (int p = 0; p < pixels; p++) {
                const __m256i four = _mm256_set1_epi32(gtpe_four(x + i + p * stride));
                low[p] = _mm256_add_epi32(
                    low[p], _mm256_madd_epi16(_mm256_maddubs_epi16(four, w0), ones));
                high[p] = _mm256_add_epi32(
                    high[p], _mm256_madd_epi16(_mm256_maddubs_epi16(four, w1), ones));
            }
        }
    }
#pragma GCC unroll 4
    for (int p = 0; p < pixels; p++) {
        _mm256_store_si256((__m256i *)sums + 2 * p, low[p]);
        _mm256_store_si256((__m256i *)sums + 2 * p + 1, high[p]);
    }
}

GTPE_INLINE GTPE_AVX2 void gtpe_avx2_case(int pixels, int groups, const GtpeConv *k, int group,
                                          const uint8_t *in, const int *offset, int32_t *sums) {
    (void)groups;
#define GTPE_B(n, groups, ...) gtpe_avx2_sums(n, __VA_ARGS__)
    switch (pixels) { GTPE_UP_TO_4(GTPE_B, 1) }
#undef GTPE_B
}

static GTPE_AVX2 void gtpe_avx2(const GtpeConv *k, const uint8_t *in, int size,
                                const GtpeSink *sink) {
    if (k->depthwise) {
        GTPE_BOARD(gtpe_depthwise_block, gtpe_finish, GTPE_MOST_PIXELS, 1)
    } else {
        GTPE_BOARD(gtpe_avx2_case, gtpe_finish, 4, 1)
    }
}

GTPE_PATH(avx2, GTPE_AVX2)

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

static GTPE_VNNI void gtpe_vnni(const GtpeConv *k, const uint8_t *in, int size,
                                const GtpeSink *sink) {
    if (k->depthwise) {
        GTPE_BOARD(gtpe_depthwise_block, gtpe_finish, GTPE_MOST_PIXELS, 1)
    } else {
        GTPE_BOARD(gtpe_vnni_block, gtpe_vnni_finish, GTPE_MOST_PIXELS, 2)
    }
}

GTPE_PATH(vnni, GTPE_VNNI)

static int gtpe_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}

static int gtpe_has_vnni(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni");
}
#else
#define gtpe_avx2_path gtpe_plain_path
#define gtpe_vnni_path gtpe_plain_path
static int gtpe_has_avx2(void) { return 0; }
static int gtpe_has_vnni(void) { return 0; }
#endif

#endif
