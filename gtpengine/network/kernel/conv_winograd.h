/* 3x3 convolutions by Winograd's algorithm F(2x2, 3x3), for AVX2 (Lavin and Gray 2016, "Fast
 * algorithms for convolutional neural networks"; exact in whole numbers, as below).
 *
 * A tile is 2x2 outputs of a channel, which depend on 4x4 inputs. Transformed inputs and transformed
 * weights have 16 places; an output's 16 products, one for each place, say all four outputs of the
 * tile. So a tile takes 16 multiplications for each pair of channels where the direct way takes 36.
 *
 *     inputs:  B d B', with rows of B  1 0 -1 0,  0 1 1 0,  0 -1 1 0,  0 1 0 -1
 *     weights: G g G', with rows of G  2 0 0,  1 1 1,  1 -1 1,  0 0 2
 *     outputs: A m A' / 4, with rows of A  1 1 1 0,  0 1 -1 -1
 *
 * G is twice what is published, so that weights stay whole; four divides the outputs without rest.
 * Inputs of 0..127 become numbers within +-508, weights of +-127 within +-1143: both are int16. Sums
 * over 256 channels stay within int32. So the outputs are those of the direct way, bit for bit. */
#ifndef GTPENGINE_CONV_WINOGRAD_H
#define GTPENGINE_CONV_WINOGRAD_H

#include "gtpengine/network/kernel/conv_avx2.h"

#define GTPE_PLACES 16

/* Write the transformed weights of a 3x3 convolution, [outputs / 16][16 places][inputs / 2][16][2]. */
static void gtpe_winograd_weights(const GtpeConv *k, int16_t *to) {
    static const int rows[4][3] = {{2, 0, 0}, {1, 1, 1}, {1, -1, 1}, {0, 0, 2}};
    for (int group = 0; group < k->outputs / GTPE_GROUP; group++) {
        for (int place = 0; place < GTPE_PLACES; place++) {
            for (int i = 0; i < k->inputs; i += 2) {
                for (int lane = 0; lane < 2 * GTPE_GROUP; lane++) {
                    const int input = i + lane % 2, output = lane / 2;
                    const int8_t *w = gtpe_weights(k, group) + input / 4 * 4 * GTPE_GROUP +
                                      output * 4 + input % 4;
                    int sum = 0;
                    for (int tap = 0; tap < 9; tap++) {
                        sum += rows[place / 4][tap / 3] * rows[place % 4][tap % 3] *
                               w[(long)tap * k->inputs * GTPE_GROUP];
                    }
                    *to++ = (int16_t)sum;
                }
            }
        }
    }
}

#if defined(__x86_64__) && defined(__SSE4_1__)

enum {
    GTPE_TILES = 5,          /* of a block, so that their sums stay in registers */
    GTPE_MOST_CHANNELS = 256 /* of a 3x3 convolution, as `MOST` of netshape.py */
};

/* Transform what a tile sees of 16 channels, in four rows with a pixel at each of four `steps`; `far`
 * is the distance in `seen` from a place to the next. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_inputs(const uint8_t *const rows[4], const long steps[4],
                                                long far, int16_t *seen) {
#pragma GCC unroll 4
    for (int row = 0; row < 4; row++) {
        /* Each row of B has two numbers other than 0. */
        const uint8_t *x = rows[row == 0 ? 0 : row == 2 ? 2 : 1];
        const uint8_t *y = rows[row == 3 ? 3 : row == 2 ? 1 : 2];
        __m256i d[4];
#pragma GCC unroll 4
        for (int column = 0; column < 4; column++) {
            const __m128i *a = (const __m128i *)(x + steps[column]);
            const __m128i *b = (const __m128i *)(y + steps[column]);
            const __m256i a16 = _mm256_cvtepu8_epi16(_mm_loadu_si128(a));
            const __m256i b16 = _mm256_cvtepu8_epi16(_mm_loadu_si128(b));
            d[column] = row == 1 ? _mm256_add_epi16(a16, b16) : _mm256_sub_epi16(a16, b16);
        }
        int16_t *to = seen + 4 * row * far;
        _mm256_store_si256((__m256i *)to, _mm256_sub_epi16(d[0], d[2]));
        _mm256_store_si256((__m256i *)(to + far), _mm256_add_epi16(d[1], d[2]));
        _mm256_store_si256((__m256i *)(to + 2 * far), _mm256_sub_epi16(d[2], d[1]));
        _mm256_store_si256((__m256i *)(to + 3 * far), _mm256_sub_epi16(d[1], d[3]));
    }
}

/* For one place, 16 outputs and the tiles of a block: the sums of products over all inputs. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_products(const int16_t *seen, const __m256i *w,
                                                  int inputs, __m256i *products) {
    __m256i low[GTPE_TILES], high[GTPE_TILES];
#pragma GCC unroll 5
    for (int tile = 0; tile < GTPE_TILES; tile++) {
        low[tile] = high[tile] = _mm256_setzero_si256();
    }
    for (int i = 0; i < inputs; i += 2, w += 2) {
        const __m256i w0 = _mm256_load_si256(w), w1 = _mm256_load_si256(w + 1);
#pragma GCC unroll 5
        for (int tile = 0; tile < GTPE_TILES; tile++) {
            const uint8_t *x = (const uint8_t *)(seen + tile * inputs + i);
            const __m256i two = _mm256_set1_epi32(gtpe_as_int(x));
            low[tile] = _mm256_add_epi32(low[tile], _mm256_madd_epi16(two, w0));
            high[tile] = _mm256_add_epi32(high[tile], _mm256_madd_epi16(two, w1));
        }
    }
#pragma GCC unroll 5
    for (int tile = 0; tile < GTPE_TILES; tile++) {
        _mm256_store_si256(products + 2 * tile, low[tile]);
        _mm256_store_si256(products + 2 * tile + 1, high[tile]);
    }
}

/* Set the sums of a tile's four pixels, row by row, from the products of a tile: 16 outputs. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_outputs(const __m256i *products, const int32_t *bias,
                                                 int32_t *sums) {
#pragma GCC unroll 2
    for (int half = 0; half < 2; half++) {
        const __m256i *m = products + half;
        const __m256i first = _mm256_load_si256((const __m256i *)bias + half);
        __m256i *to = (__m256i *)sums + half;
        __m256i upper[4], lower[4];
#pragma GCC unroll 4
        for (int c = 0; c < 4; c++) {
            const __m256i m0 = m[2 * GTPE_TILES * c], m1 = m[2 * GTPE_TILES * (c + 4)];
            const __m256i m2 = m[2 * GTPE_TILES * (c + 8)], m3 = m[2 * GTPE_TILES * (c + 12)];
            upper[c] = _mm256_add_epi32(_mm256_add_epi32(m0, m1), m2);
            lower[c] = _mm256_sub_epi32(_mm256_sub_epi32(m1, m2), m3);
        }
#pragma GCC unroll 2
        for (int row = 0; row < 2; row++) {
            const __m256i *y = row ? lower : upper;
            const __m256i left = _mm256_add_epi32(_mm256_add_epi32(y[0], y[1]), y[2]);
            const __m256i right = _mm256_sub_epi32(_mm256_sub_epi32(y[1], y[2]), y[3]);
            to[4 * row] = _mm256_add_epi32(_mm256_srai_epi32(left, 2), first);
            to[4 * row + 2] = _mm256_add_epi32(_mm256_srai_epi32(right, 2), first);
        }
    }
}

/* A whole board. */
static GTPE_AVX2 void gtpe_winograd(const GtpeConv *k, const uint8_t *in, int size,
                                    const GtpeSink *sink) {
    const int width = size + 1, across = (size + 1) / 2, tiles = across * across;
    const long stride = k->inputs, far = GTPE_TILES * stride;
    const long each = GTPE_PLACES * stride * GTPE_GROUP;
    /* In a last block of fewer tiles the others' products are nobody's, and thrown away. */
    int16_t seen[GTPE_PLACES * GTPE_TILES * GTPE_MOST_CHANNELS] __attribute__((aligned(64)));
    __m256i products[GTPE_PLACES * GTPE_TILES * 2];
    int32_t sums[4 * GTPE_GROUP] __attribute__((aligned(64)));
    for (int from = 0; from < tiles; from += GTPE_TILES) {
        const int some = tiles - from < GTPE_TILES ? tiles - from : GTPE_TILES;
        /* 1. What the tiles of a block see. On boards of odd size the last tiles would reach beyond the
         *    border: they see the border twice, which changes no output within the board. */
        for (int tile = 0; tile < some; tile++) {
            const int row = (from + tile) / across * 2, column = (from + tile) % across * 2;
            const int bottom = row + 2 > size ? 2 : 3, right = column + 2 > size ? 2 : 3;
            const long steps[4] = {0, stride, 2 * stride, right * stride};
            const uint8_t *x = in + (row * width + column) * stride;
            for (int i = 0; i < k->inputs; i += 16, x += 16) {
                const uint8_t *const rows[4] = {x, x + width * stride, x + 2 * width * stride,
                                                x + bottom * width * stride};
                gtpe_winograd_inputs(rows, steps, far, seen + tile * stride + i);
            }
        }
        for (int group = 0; group < k->outputs / GTPE_GROUP; group++) {
            const int channel = group * GTPE_GROUP;
            /* 2. For each place: the products. */
            for (int place = 0; place < GTPE_PLACES; place++) {
                const int16_t *w = k->winograd + group * each + place * stride * GTPE_GROUP;
                gtpe_winograd_products(seen + place * far, (const __m256i *)w, k->inputs,
                                       products + place * 2 * GTPE_TILES);
            }
            /* 3. The outputs of each tile, but those beyond the board. */
            for (int tile = 0; tile < some; tile++) {
                const int row = (from + tile) / across * 2, column = (from + tile) % across * 2;
                const int pixels = column + 1 < size ? 2 : 1;
                const int pixel = (row + 1) * width + column + 1;
                gtpe_winograd_outputs(products + 2 * tile, k->bias + channel, sums);
                gtpe_half_finish(k, sink, sums, pixels, pixel, channel);
                if (row + 1 < size) {
                    gtpe_half_finish(k, sink, sums + 2 * GTPE_GROUP, pixels, pixel + width,
                                     channel);
                }
            }
        }
    }
}

static GTPE_AVX2 void gtpe_winograd_or_direct(const GtpeConv *k, const uint8_t *in, int size,
                                              const GtpeSink *sink) {
    if (k->winograd != NULL) {
        gtpe_winograd(k, in, size, sink);
    } else {
        gtpe_avx2(k, in, size, sink);
    }
}

static const GtpePath gtpe_winograd_path = {
    "winograd",       gtpe_has_avx2,  gtpe_winograd_or_direct, gtpe_avx2_tell,
    gtpe_avx2_points, gtpe_avx2_pool, 1};

#endif

#endif
