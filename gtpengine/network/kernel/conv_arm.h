/* Paths of conv.h for aarch64: NEON, and its dot products (ARMv8.2; every Apple CPU has them).
 *
 * Inputs are 0..127, so they are signed bytes as well. */
#ifndef GTPENGINE_CONV_ARM_H
#define GTPENGINE_CONV_ARM_H

#include "gtpengine/network/kernel/conv_board.h"

#if defined(__aarch64__)
#include <arm_neon.h>

/* Four input channels of a pixel, four times. */
GTPE_INLINE int8x16_t gtpe_four(const uint8_t *x) {
    int32_t four;
    memcpy(&four, x, 4);
    return vreinterpretq_s8_s32(vdupq_n_s32(four));
}

/* The whole of a block for `pixels` pixels: `dot(sum, weights, four)` adds to each of four sums
 * the products of four channels with four weights. */
#define GTPE_ARM_SUMS(dot, most)                                                  \
    const int8_t *w = gtpe_weights(k, group);                                     \
    const int stride = k->inputs;                                                 \
    int32x4_t sum[most][4];                                                       \
    for (int p = 0; p < pixels; p++) {                                            \
        for (int q = 0; q < 4; q++) {                                             \
            sum[p][q] = vld1q_s32(k->bias + group * GTPE_GROUP + 4 * q);          \
        }                                                                         \
    }                                                                             \
    for (int tap = 0; tap < k->taps; tap++) {                                     \
        const uint8_t *x = in + offset[tap];                                      \
        for (int i = 0; i < stride; i += 4, w += 4 * GTPE_GROUP) {                \
            for (int p = 0; p < pixels; p++) {                                    \
                const int8x16_t four = gtpe_four(x + i + p * stride);             \
                for (int q = 0; q < 4; q++) {                                     \
                    sum[p][q] = dot(sum[p][q], vld1q_s8(w + 16 * q), four);       \
                }                                                                 \
            }                                                                     \
        }                                                                         \
    }                                                                             \
    for (int p = 0; p < pixels; p++) {                                            \
        for (int q = 0; q < 4; q++) {                                             \
            vst1q_s32(sums + p * GTPE_GROUP + 4 * q, sum[p][q]);                  \
        }                                                                         \
    }

/* --- NEON -------------------------------------------------------------------------------------- */

GTPE_INLINE int32x4_t gtpe_neon_dot(int32x4_t sum, int8x16_t weights, int8x16_t four) {
    const int16x8_t low = vmull_s8(vget_low_s8(weights), vget_low_s8(four));
    const int16x8_t high = vmull_high_s8(weights, four);
    return vaddq_s32(sum, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)));
}

GTPE_INLINE void gtpe_neon_sums(const int pixels, const int groups, const GtpeConv *k, int group,
                                const uint8_t *in, const int *offset, int32_t *sums) {
    (void)groups;
    GTPE_ARM_SUMS(gtpe_neon_dot, 4)
}

static int gtpe_has_neon(void) { return 1; }

GTPE_BLOCK(neon, , GTPE_UP_TO_4(gtpe_neon_sums, 1))
GTPE_PATH(neon, , gtpe_has_neon, gtpe_neon_block, gtpe_finish, gtpe_tell, 4, 1)

/* --- Dot products: four products and their sum in one instruction ------------------------------ */

#if defined(__linux__)
#include <sys/auxv.h>
#endif

#if defined(__clang__)
#define GTPE_DOT __attribute__((target("dotprod")))
#else
#define GTPE_DOT __attribute__((target("arch=armv8.2-a+dotprod")))
#endif

GTPE_INLINE GTPE_DOT void gtpe_dot_sums(const int pixels, const int groups, const GtpeConv *k,
                                        int group, const uint8_t *in, const int *offset,
                                        int32_t *sums) {
    (void)groups;
    GTPE_ARM_SUMS(vdotq_s32, 4)
}

static int gtpe_has_dot(void) {
#if defined(__linux__)
    return (getauxval(AT_HWCAP) & (1ul << 20)) != 0; /* HWCAP_ASIMDDP */
#elif defined(__APPLE__)
    return 1;
#else
    return 0;
#endif
}

GTPE_BLOCK(dot, GTPE_DOT, GTPE_UP_TO_4(gtpe_dot_sums, 1))
GTPE_PATH(dot, GTPE_DOT, gtpe_has_dot, gtpe_dot_block, gtpe_finish, gtpe_tell, 4, 1)

#define GTPE_ARM_PATHS &gtpe_dot_path, &gtpe_neon_path,
#else
#define GTPE_ARM_PATHS
#endif

#endif
