/* The path of conv.h for AMX: Intel's servers since Sapphire Rapids.
 *
 * A tile is a matrix in the CPU, of 16 rows of 64 bytes at most. One instruction multiplies the bytes
 * of 16 pixels with the weights of 16 outputs. Pixels lie one after the other in memory, so what
 * a row of taps sees of a pixel is one stretch of bytes, and the next pixel's stretch begins `inputs`
 * bytes later. The stretch is cut into chunks that a row of a tile can hold. Border pixels between
 * rows of the board are computed, too, and thrown away. */
#ifndef GTPENGINE_CONV_AMX_H
#define GTPENGINE_CONV_AMX_H

#include "gtpengine/network/kernel/conv_avx512.h"

#if defined(__x86_64__) && defined(__SSE4_1__) && defined(__linux__) && \
    (__GNUC__ >= 11 || (defined(__clang_major__) && __clang_major__ >= 12))
#include <sys/syscall.h>
#include <unistd.h>

#define GTPE_AMX \
    __attribute__((target("amx-tile,amx-int8,avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))

enum {
    GTPE_TILE = 16,              /* rows of a tile: pixels, or outputs */
    GTPE_TILE_BYTES = 64,        /* of a row */
    GTPE_ASK_FOR_STATE = 0x1023, /* ARCH_REQ_XCOMP_PERM of arch_prctl: let this process use ... */
    GTPE_TILE_STATE = 18         /* ... the registers of tiles */
};

/* The shapes of the eight tiles, as the CPU reads them. */
typedef struct {
    uint8_t palette;
    uint8_t start;
    uint8_t reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} GtpeTiles;

/* Bytes of the chunks of a stretch: all of the same length, a multiple of four. */
GTPE_INLINE int gtpe_amx_chunk(int stretch) {
    int chunks = (stretch + GTPE_TILE_BYTES - 1) / GTPE_TILE_BYTES;
    while (stretch % (4 * chunks) != 0) {
        chunks++;
    }
    return stretch / chunks;
}

/* Tiles 0 to 3 are sums of two times 16 pixels and two groups, 4 and 5 pixels, 6 and 7 weights. */
GTPE_INLINE GTPE_AMX void gtpe_amx_shapes(int rows, int chunk) {
    GtpeTiles tiles = {.palette = 1};
    for (int tile = 0; tile < 8; tile++) {
        tiles.rows[tile] = (uint8_t)(tile < 6 ? rows : chunk / 4);
        tiles.row_bytes[tile] = (uint16_t)(tile == 4 || tile == 5 ? chunk : GTPE_TILE_BYTES);
    }
    __asm__ volatile("" : : "r"(&tiles) : "memory"); /* GCC sees only eight bytes being read */
    _tile_loadconfig(&tiles);
}

/* Hand the sums of the pixels `from` to `to` to the sink, without those of the border. */
GTPE_INLINE GTPE_AMX void gtpe_amx_finish(const GtpeConv *k, const GtpeSink *sink,
                                          const int32_t *sums, int from, int to, int size,
                                          int channel) {
    const int width = size + 1;
    for (int pixel = from, column = from % width; pixel < to;) {
        const int left = size - column;
        const int run = left < to - pixel ? left : to - pixel;
        gtpe_vnni_finish(k, sink, sums + (pixel - from) * GTPE_GROUP, run, width + 1 + pixel,
                         channel);
        pixel += run + 1;
        column = 0;
    }
}

static GTPE_AMX void gtpe_amx(const GtpeConv *k, const uint8_t *in, int size,
                              const GtpeSink *sink) {
    const int width = size + 1, pixels = size * width - 1; /* from the first point to the last */
    const int rows = pixels < GTPE_TILE ? pixels : GTPE_TILE, last = pixels - rows;
    const int lines = k->taps == 1 ? 1 : 3, stretch = k->taps / lines * k->inputs;
    const int chunk = gtpe_amx_chunk(stretch), groups = k->outputs / GTPE_GROUP;
    const long stride = k->inputs;
    int32_t sums[4][GTPE_TILE * GTPE_GROUP] __attribute__((aligned(64)));
    if (k->depthwise) {
        gtpe_vnni(k, in, size, sink);
        return;
    }
    gtpe_amx_shapes(rows, chunk);
    in += k->taps == 1 ? (width + 1) * stride : 0; /* the first byte that the first point sees */
    for (int group = 0; group < groups; group += 2) {
        const int second = group + 1 < groups ? group + 1 : group;
        const int32_t *bias = k->bias + group * GTPE_GROUP, *bias2 = k->bias + second * GTPE_GROUP;
        for (int from = 0; from < pixels; from += 2 * GTPE_TILE) {
            /* The last tile lies within the board: it repeats pixels of the one before. */
            const int half = from + GTPE_TILE;
            const int start = from < last ? from : last, start2 = half < last ? half : last;
            const int8_t *w = gtpe_weights(k, group), *w2 = gtpe_weights(k, second);
            /* 1. Sums begin with the bias of their output, the same in each row. */
            _tile_loadd(0, bias, 0);
            _tile_loadd(1, bias2, 0);
            _tile_loadd(2, bias, 0);
            _tile_loadd(3, bias2, 0);
            /* 2. For each line of taps and each chunk of what it sees: all products. */
            for (int line = 0; line < lines; line++) {
                const uint8_t *x = in + (line * width + start) * stride;
                const uint8_t *x2 = in + (line * width + start2) * stride;
                for (int i = 0; i < stretch; i += chunk) {
                    _tile_loadd(4, x + i, stride);
                    _tile_loadd(6, w, GTPE_TILE_BYTES);
                    _tile_loadd(5, x2 + i, stride);
                    _tile_loadd(7, w2, GTPE_TILE_BYTES);
                    _tile_dpbusd(0, 4, 6);
                    _tile_dpbusd(1, 4, 7);
                    _tile_dpbusd(2, 5, 6);
                    _tile_dpbusd(3, 5, 7);
                    w += chunk * GTPE_GROUP;
                    w2 += chunk * GTPE_GROUP;
                }
            }
            _tile_stored(0, sums[0], GTPE_TILE_BYTES);
            _tile_stored(1, sums[1], GTPE_TILE_BYTES);
            _tile_stored(2, sums[2], GTPE_TILE_BYTES);
            _tile_stored(3, sums[3], GTPE_TILE_BYTES);
            /* 3. Hand on what is new. */
            for (int g = 0; g < 2 && group + g < groups; g++) {
                const int channel = (group + g) * GTPE_GROUP;
                const int middle = half < pixels ? half : pixels;
                const int end = half + GTPE_TILE < pixels ? half + GTPE_TILE : pixels;
                gtpe_amx_finish(k, sink, sums[g] + (from - start) * GTPE_GROUP, from, middle,
                                size, channel);
                if (half < pixels) {
                    gtpe_amx_finish(k, sink, sums[2 + g] + (half - start2) * GTPE_GROUP, half,
                                    end, size, channel);
                }
            }
        }
    }
    _tile_release();
}

/* Whether the CPU and the system have tiles, and this process may use them. */
static int gtpe_has_amx(void) {
    return gtpe_has_vnni() && gtpe_cpu_has("amx-tile") && gtpe_cpu_has("amx-int8") &&
           syscall(SYS_arch_prctl, GTPE_ASK_FOR_STATE, GTPE_TILE_STATE) == 0;
}

static const GtpePath gtpe_amx_path = {"amx",           gtpe_has_amx,     gtpe_amx,
                                       gtpe_vnni_tell, gtpe_vnni_points, gtpe_vnni_pool, 0};

#define GTPE_AMX_PATH &gtpe_amx_path,
#else
#define GTPE_AMX_PATH
#endif

#endif
