/* 3x3 convolutions by Winograd's algorithm, for AVX2: a whole board, tile by tile. */
#ifndef GTPENGINE_CONV_WINOGRAD_H
#define GTPENGINE_CONV_WINOGRAD_H

#include "gtpengine/network/kernel/winograd_tiles.h"

#if defined(__x86_64__) && defined(__SSE4_1__)

enum { GTPE_TILES = 5 }; /* the most of a block, so that their sums stay in registers */

/* For one place, 16 outputs and the tiles of a block: the sums of products over all inputs. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_products(const int tiles, const int16_t *seen,
                                                  const int16_t *weights, long inputs,
                                                  __m256i *products) {
    const uint8_t *x = (const uint8_t *)seen;
    const __m256i *w = (const __m256i *)weights, *end = w + inputs;
    __m256i low[GTPE_TILES], high[GTPE_TILES];
#pragma GCC unroll 5
    for (int tile = 0; tile < tiles; tile++) {
        low[tile] = high[tile] = _mm256_setzero_si256();
    }
    for (; w < end; w += 2, x += 4) {
        const __m256i w0 = _mm256_load_si256(w), w1 = _mm256_load_si256(w + 1);
#pragma GCC unroll 5
        for (int tile = 0; tile < tiles; tile++) {
            const __m256i two = _mm256_set1_epi32(gtpe_as_int(x + 2 * tile * inputs));
            low[tile] = _mm256_add_epi32(low[tile], _mm256_madd_epi16(two, w0));
            high[tile] = _mm256_add_epi32(high[tile], _mm256_madd_epi16(two, w1));
        }
    }
#pragma GCC unroll 5
    for (int tile = 0; tile < tiles; tile++) {
        _mm256_store_si256(products + 2 * tile, low[tile]);
        _mm256_store_si256(products + 2 * tile + 1, high[tile]);
    }
}

/* A whole board by tiles of n x n outputs, of which the board has `across` in each direction. */
GTPE_INLINE GTPE_AVX2 void gtpe_winograd_board(const int n, int across, const int16_t *weights,
                                               const GtpeConv *k, const uint8_t *in, int size,
                                               const GtpeSink *sink) {
    const int places = (n + 2) * (n + 2), width = size + 1, tiles = across * across;
    const int blocks = (tiles + GTPE_TILES - 1) / GTPE_TILES;
    const long stride = k->inputs, far = GTPE_TILES * stride;
    int16_t seen[GTPE_FOURS * GTPE_TILES * GTPE_WINOGRAD_INPUTS] __attribute__((aligned(64)));
    __m256i products[GTPE_FOURS * GTPE_TILES * 2], sums[4 * 4 * 2];
    for (int block = 0; block < blocks; block++) {
        const int from = tiles * block / blocks, some = tiles * (block + 1) / blocks - from;
        /* 1. What the tiles of a block see. Those that reach beyond the border of the board see the
         *    border again, which changes no output within the board. */
        for (int tile = 0; tile < some; tile++) {
            const int row = (from + tile) / across * n, column = (from + tile) % across * n;
            const uint8_t *rows[6];
            long steps[6];
            for (int i = 0; i < n + 2; i++) {
                rows[i] = in + (row + i < width ? row + i : width) * width * stride;
                steps[i] = (column + i < width ? column + i : width) * stride;
            }
            for (int i = 0; i < stride; i += GTPE_GROUP) {
                gtpe_winograd_inputs(n, rows, steps, far, seen + tile * stride + i);
                for (int j = 0; j < n + 2; j++) {
                    rows[j] += GTPE_GROUP;
                }
            }
        }
        for (int channel = 0; channel < k->outputs; channel += GTPE_GROUP) {
            /* 2. For each place: the products. In a block of fewer tiles than are computed, on small
             *    boards, the others' are nobody's, and thrown away. */
            for (int place = 0; place < places; place++) {
                const int16_t *x = seen + place * far;
                const int16_t *w = weights + (channel * places + place * GTPE_GROUP) * stride;
                __m256i *to = products + place * 2 * GTPE_TILES;
                if (some == GTPE_TILES) {
                    gtpe_winograd_products(GTPE_TILES, x, w, stride, to);
                } else {
                    gtpe_winograd_products(GTPE_TILES - 1, x, w, stride, to);
                }
            }
            /* 3. The outputs of each tile, but those beyond the board. */
            for (int tile = 0; tile < some; tile++) {
                const int row = (from + tile) / across * n, column = (from + tile) % across * n;
                const int pixels = size - column < n ? size - column : n;
                const __m256i *bias = (const __m256i *)(k->bias + channel);
                for (int half = 0; half < 2; half++) {
                    gtpe_winograd_outputs(n, products + 2 * tile + half, 2 * GTPE_TILES, bias[half],
                                          sums + half);
                }
                for (int i = 0; i < n && row + i < size; i++) {
                    gtpe_half_finish(k, sink, (const int32_t *)(sums + 2 * n * i), pixels,
                                     (row + i + 1) * width + column + 1, channel);
                }
            }
        }
    }
}

/* A whole board, by the tiles that take fewer multiplications. */
static GTPE_AVX2 void gtpe_winograd(const GtpeConv *k, const uint8_t *in, int size,
                                    const GtpeSink *sink) {
    const int fours = (size + 3) / 4, threes = (size + 2) / 3;
    if (k->winograd == NULL) {
        gtpe_avx2(k, in, size, sink);
    } else if (GTPE_FOURS * fours * fours <= GTPE_THREES * threes * threes) {
        gtpe_winograd_board(4, fours, k->winograd, k, in, size, sink);
    } else {
        const int16_t *weights = k->winograd + (long)GTPE_FOURS * k->inputs * k->outputs;
        gtpe_winograd_board(3, threes, weights, k, in, size, sink);
    }
}

static const GtpePath gtpe_winograd_path = {"winograd",     gtpe_has_avx2,    gtpe_winograd,
                                            gtpe_avx2_tell, gtpe_avx2_points, gtpe_avx2_pool, 1};

#endif

#endif
