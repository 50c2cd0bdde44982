/* What all paths of conv.h share: how a board lies in memory, and what becomes of sums.
 *
 * Boards lie as pixels with their channels innermost, between border pixels of zeros, so that a 3x3
 * convolution asks no questions: pixel (row, column) of a board of n has the number
 * (row + 1) * (n + 1) + column + 1, and one border column serves both sides. Inputs are bytes of
 * 0..127, weights of -127..127, and sums are int32. Bytes of seven bits keep AVX2's sums of two
 * products within int16, so all paths give the same bits.
 *
 * Floats appear only as one product which is then rounded to a whole number: nothing that a
 * compiler could fuse or reorder. */
#ifndef GTPENGINE_CONV_BOARD_H
#define GTPENGINE_CONV_BOARD_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "gtpengine/network/kernel/conv_types.h"

#define GTPE_INLINE static inline __attribute__((always_inline))

GTPE_INLINE float gtpe_cut(float x, float low, float high) {
    x = x > low ? x : low;
    return x < high ? x : high;
}

/* To the nearest whole number, of two equally near ones to the even one. */
GTPE_INLINE int32_t gtpe_round(float x) { return (int32_t)rintf(x); }

/* Four bytes as one number, to be spread over a register. */
GTPE_INLINE int32_t gtpe_as_int(const uint8_t *x) {
    int32_t four;
    memcpy(&four, x, 4);
    return four;
}

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

/* The functions of a path, compiled for its instructions. `block`, `finish` and the numbers are those
 * of GTPE_BOARD, `tell` does what gtpe_tell does; `there` says whether the CPU has the instructions. */
#define GTPE_PATH(name, target, there, block, finish, tell, most, most_groups)                    \
    static target void gtpe_##name(const GtpeConv *k, const uint8_t *in, int size,                \
                                   const GtpeSink *sink) {                                        \
        if (k->depthwise) {                                                                       \
            GTPE_BOARD(gtpe_depthwise_block, gtpe_finish, GTPE_MOST_PIXELS, 1)                    \
        } else {                                                                                  \
            GTPE_BOARD(block, finish, most, most_groups)                                          \
        }                                                                                         \
    }                                                                                             \
    static target void gtpe_##name##_tell(const int16_t *delta, const int32_t *told,              \
                                          const float *scale, int size, int channels,             \
                                          int16_t *stream, uint8_t *bytes) {                      \
        tell(delta, told, scale, size, channels, stream, bytes);                                  \
    }                                                                                             \
    static target void gtpe_##name##_points(const int32_t *wide, const int32_t *told,             \
                                            const float *scale, const int16_t *weights, int size, \
                                            int stride, int channels, int32_t *out) {             \
        gtpe_points(wide, told, scale, weights, size, stride, channels, out);                     \
    }                                                                                             \
    static target void gtpe_##name##_pool(const int32_t *wide, int size, int stride,              \
                                          int channels, int32_t *sums, int32_t *most_seen) {      \
        gtpe_pool(wide, size, stride, channels, sums, most_seen);                                 \
    }                                                                                             \
    static const GtpePath gtpe_##name##_path = {#name, there, gtpe_##name, gtpe_##name##_tell,    \
                                                gtpe_##name##_points, gtpe_##name##_pool, 0};

/* The weights of a group of outputs. */
GTPE_INLINE const int8_t *gtpe_weights(const GtpeConv *k, int group) {
    return k->weights + (long)group * GTPE_GROUP * k->taps * k->inputs;
}

/* A case for each number of pixels, so that the sums of a block stay in registers. */
#define GTPE_CASE(block, n, groups) \
    case n: block(n, groups, k, group, in, offset, sums); break;
#define GTPE_UP_TO_2(block, groups) GTPE_CASE(block, 1, groups) GTPE_CASE(block, 2, groups)
#define GTPE_UP_TO_4(block, groups) \
    GTPE_UP_TO_2(block, groups) GTPE_CASE(block, 3, groups) GTPE_CASE(block, 4, groups)
#define GTPE_UP_TO_6(block, groups) \
    GTPE_UP_TO_4(block, groups) GTPE_CASE(block, 5, groups) GTPE_CASE(block, 6, groups)
#define GTPE_UP_TO_12(block, groups) \
    GTPE_UP_TO_6(block, groups) \
    GTPE_CASE(block, 7, groups) GTPE_CASE(block, 8, groups) GTPE_CASE(block, 9, groups) \
    GTPE_CASE(block, 10, groups) GTPE_CASE(block, 11, groups) GTPE_CASE(block, 12, groups)

/* The block of a path that computes one group of channels at a time: a case for each number of
 * pixels, which calls `gtpe_NAME_sums`. */
#define GTPE_BLOCK(name, target, cases)                                                           \
    GTPE_INLINE target void gtpe_##name##_block(int pixels, int groups, const GtpeConv *k,        \
                                                int group, const uint8_t *in, const int *offset,  \
                                                int32_t *sums) {                                  \
        (void)groups;                                                                             \
        switch (pixels) { cases }                                                                 \
    }

#endif
