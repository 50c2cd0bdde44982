/* Winograd's algorithm for 3x3 convolutions (Lavin and Gray 2016, "Fast algorithms for convolutional
 * neural networks"), exact in whole numbers: what becomes of one tile.
 *
 * A tile is n x n outputs of a channel, n = 3 or 4, which depend on (n + 2) x (n + 2) inputs.
 * Transformed inputs and transformed weights have (n + 2)^2 places; an output's products, one for
 * each place, say all outputs of the tile. For each pair of channels a tile of 4x4 takes 36
 * multiplications, one of 3x3 takes 25, where the direct way takes 144 and 81.
 *
 *     inputs, B d B'                       weights, G g G'      outputs, A m A'
 *     n = 4:  4  0 -5  0  1  0              6  0  0              1  4  4  1  1  0
 *             0  4  4 -1 -1  0              1  1  1              0  2 -2  1 -1  0
 *             0 -4  4  1 -1  0              1 -1  1              0  1  1  1  1  0
 *             0 -2 -1  2  1  0              1  2  4              0  1 -1  2 -2  1
 *             0  2 -1 -2  1  0              1 -2  4
 *             0  4  0 -5  0  1              0  0  6
 *     n = 3:  2 -1 -2  1  0                 3  0  0              1  1  1  1  0
 *             0 -2 -1  1  0                -3 -3 -3              0  1 -1  2  0
 *             0  2 -3  1  0                -1  1 -1              0  1  1  4  1
 *             0 -1  0  1  0                 1  2  4
 *             0  2 -1 -2  1                 0  0  6
 *
 * Rows are multiples of what is published, so that all numbers are whole. An output comes out
 * multiplied by a factor of its row and one of its column: 24, 12, 6 and 6 for n = 4, else 6.
 *
 * Transformed inputs are within +-8,636 and transformed weights within +-10,287: both are int16. Sums
 * of their products may leave int32, but are right modulo 2^32. There, to divide by 9 is to multiply by
 * the inverse of 9. What is left to divide by is 64 at most, and 64 times an output of up to 224
 * inputs is within int32. So the outputs are those of the direct way, bit for bit. */
#ifndef GTPENGINE_WINOGRAD_TILES_H
#define GTPENGINE_WINOGRAD_TILES_H

#include "gtpengine/network/kernel/conv_avx2.h"

enum {
    GTPE_FOURS = 36,           /* places of a tile of 4x4 outputs */
    GTPE_THREES = 25,          /* and of one of 3x3 */
    GTPE_WINOGRAD_INPUTS = 224 /* the most of a convolution, as above */
};

/* How many transformed weights a convolution has; 0 when it is computed the direct way. */
static long gtpe_winograd_count(const GtpeConv *k) {
    const int fits = k->taps == 9 && !k->depthwise && k->inputs <= GTPE_WINOGRAD_INPUTS;
    return fits ? (long)(GTPE_FOURS + GTPE_THREES) * k->inputs * k->outputs : 0;
}

/* Write the transformed weights for one kind of tile, [outputs / 16][places][inputs / 2][16][2]; return
 * where they end. */
static int16_t *gtpe_winograd_kind(const GtpeConv *k, const int (*g)[3], int side, int16_t *to) {
    for (int group = 0; group < k->outputs / GTPE_GROUP; group++) {
        for (int place = 0; place < side * side; place++) {
            const int *down = g[place / side], *across = g[place % side];
            for (int i = 0; i < k->inputs; i += 2) {
                for (int lane = 0; lane < 2 * GTPE_GROUP; lane++) {
                    const int input = i + lane % 2, output = lane / 2;
                    const int8_t *w = gtpe_weights(k, group) + input / 4 * 4 * GTPE_GROUP +
                                      output * 4 + input % 4;
                    int sum = 0;
                    for (int tap = 0; tap < 9; tap++) {
                        sum += down[tap / 3] * across[tap % 3] *
                               w[(long)tap * k->inputs * GTPE_GROUP];
                    }
                    *to++ = (int16_t)sum;
                }
            }
        }
    }
    return to;
}

/* Write the transformed weights: those for tiles of 4x4, then those for tiles of 3x3. */
static void gtpe_winograd_weights(const GtpeConv *k, int16_t *to) {
    static const int fours[6][3] = {{6, 0, 0}, {1, 1, 1}, {1, -1, 1}, {1, 2, 4}, {1, -2, 4}, {0, 0, 6}};
    static const int threes[5][3] = {{3, 0, 0}, {-3, -3, -3}, {-1, 1, -1}, {1, 2, 4}, {0, 0, 6}};
    gtpe_winograd_kind(k, threes, 5, gtpe_winograd_kind(k, fours, 6, to));
}

#if defined(__x86_64__) && defined(__SSE4_1__)

/* B times n + 2 numbers, of 16 channels. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_b(const int n, const __m256i *d, __m256i *to) {
    const __m256i d31 = _mm256_sub_epi16(d[3], d[1]), twice = _mm256_slli_epi16(d31, 1);
    const __m256i d02 = _mm256_sub_epi16(d[0], d[2]), d12 = _mm256_sub_epi16(d[1], d[2]);
    if (n == 4) {
        const __m256i d42 = _mm256_sub_epi16(d[4], d[2]), d53 = _mm256_sub_epi16(d[5], d[3]);
        const __m256i both12 = _mm256_add_epi16(d[1], d[2]);
        const __m256i both34 = _mm256_add_epi16(d[3], d[4]), d34 = _mm256_sub_epi16(d[3], d[4]);
        to[0] = _mm256_add_epi16(_mm256_slli_epi16(d02, 2), d42);
        to[1] = _mm256_sub_epi16(_mm256_slli_epi16(both12, 2), both34);
        to[2] = _mm256_sub_epi16(d34, _mm256_slli_epi16(d12, 2));
        to[3] = _mm256_add_epi16(d42, twice);
        to[4] = _mm256_sub_epi16(d42, twice);
        to[5] = _mm256_sub_epi16(d53, _mm256_slli_epi16(twice, 1));
    } else {
        const __m256i d32 = _mm256_sub_epi16(d[3], d[2]), d42 = _mm256_sub_epi16(d[4], d[2]);
        to[0] = _mm256_add_epi16(_mm256_slli_epi16(d02, 1), d31);
        to[1] = _mm256_sub_epi16(d32, _mm256_slli_epi16(d[1], 1));
        to[2] = _mm256_add_epi16(d32, _mm256_slli_epi16(d12, 1));
        to[3] = d31;
        to[4] = _mm256_sub_epi16(d42, twice);
    }
}

/* A times n + 2 numbers, of eight outputs. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_a(const int n, const __m256i *m, __m256i *to) {
    const __m256i sum = _mm256_add_epi32(m[1], m[2]), less = _mm256_sub_epi32(m[1], m[2]);
    if (n == 4) {
        const __m256i sum34 = _mm256_add_epi32(m[3], m[4]), less34 = _mm256_sub_epi32(m[3], m[4]);
        to[0] = _mm256_add_epi32(_mm256_add_epi32(m[0], _mm256_slli_epi32(sum, 2)), sum34);
        to[1] = _mm256_add_epi32(_mm256_slli_epi32(less, 1), less34);
        to[2] = _mm256_add_epi32(sum, sum34);
        to[3] = _mm256_add_epi32(_mm256_add_epi32(less, _mm256_slli_epi32(less34, 1)), m[5]);
    } else {
        to[0] = _mm256_add_epi32(_mm256_add_epi32(m[0], sum), m[3]);
        to[1] = _mm256_add_epi32(less, _mm256_slli_epi32(m[3], 1));
        to[2] = _mm256_add_epi32(_mm256_add_epi32(sum, _mm256_slli_epi32(m[3], 2)), m[4]);
    }
}

/* Transform what a tile sees of 16 channels, in n + 2 `rows` with a pixel at each of n + 2 `steps`;
 * `far` is the distance in `seen` from a place to the next. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_inputs(const int n, const uint8_t *const *rows,
                                                const long *steps, long far, int16_t *seen) {
    __m256i half[6][6];
    for (int column = 0; column < n + 2; column++) {
        __m256i d[6];
#pragma GCC unroll 6
        for (int row = 0; row < n + 2; row++) {
            const __m128i *x = (const __m128i *)(rows[row] + steps[column]);
            d[row] = _mm256_cvtepu8_epi16(_mm_loadu_si128(x));
        }
        gtpe_winograd_b(n, d, half[column]);
    }
    for (int row = 0; row < n + 2; row++) {
        __m256i d[6], done[6];
#pragma GCC unroll 6
        for (int column = 0; column < n + 2; column++) {
            d[column] = half[column][row];
        }
        gtpe_winograd_b(n, d, done);
#pragma GCC unroll 6
        for (int column = 0; column < n + 2; column++, seen += far) {
            _mm256_store_si256((__m256i *)seen, done[column]);
        }
    }
}

/* Set every second eight of `sums` to those of a tile's pixels, row by row, for eight outputs; `far` is
 * the distance in `products` from a place to the next. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_outputs(const int n, const __m256i *products, int far,
                                                 __m256i bias, __m256i *sums) {
    static const int twos[4] = {3, 2, 1, 1}; /* 24, 12, 6 and 6 are 3 times 2 to the power of these */
    const __m256i ninth = _mm256_set1_epi32(0x38E38E39); /* times 9 it is 1, modulo 2^32 */
    __m256i half[6][4];
    for (int column = 0; column < n + 2; column++) {
        __m256i m[6];
#pragma GCC unroll 6
        for (int row = 0; row < n + 2; row++) {
            m[row] = products[far * ((n + 2) * row + column)];
        }
        gtpe_winograd_a(n, m, half[column]);
    }
#pragma GCC unroll 4
    for (int row = 0; row < n; row++) {
        __m256i m[6], y[4];
#pragma GCC unroll 6
        for (int column = 0; column < n + 2; column++) {
            m[column] = half[column][row];
        }
        gtpe_winograd_a(n, m, y);
#pragma GCC unroll 4
        for (int column = 0; column < n; column++, sums += 2) {
            const int shift = n == 4 ? twos[row] + twos[column] : 2;
            const __m256i whole = _mm256_srai_epi32(_mm256_mullo_epi32(y[column], ninth), shift);
            *sums = _mm256_add_epi32(whole, bias);
        }
    }
}

#endif

#endif
