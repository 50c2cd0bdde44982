/* What a convolution of conv.h reads and where its results go. */
#ifndef GTPENGINE_CONV_TYPES_H
#define GTPENGINE_CONV_TYPES_H

#include <stdint.h>

#define GTPE_GROUP 16  /* output channels that are computed together; weights are laid out so */
#define GTPE_MOST_PIXELS 12 /* of one row that are computed together */
#define GTPE_BYTE 127
#define GTPE_STREAM 32767
#define GTPE_FINE 4095

/* A convolution. `inputs` and `outputs` are multiples of GTPE_GROUP. */
typedef struct {
    const int8_t *weights; /* [outputs / 16][taps][inputs / 4][16][4]; depthwise [9][outputs] */
    const int32_t *bias;   /* of each output, where its sum begins */
    const float *gain;     /* of each output, from its sum to units of what follows */
    int taps;              /* 1 or 9 */
    int inputs;
    int outputs;
    int depthwise;         /* whether each output sees only its own input channel */
    const int16_t *winograd; /* transformed weights (winograd_tiles.h), or NULL */
} GtpeConv;

/* What becomes of the sums, `gain` times which is called y. */
enum {
    GTPE_BYTES,  /* bytes = y cut to 0..127 */
    GTPE_ADD,    /* stream = stream + y cut to 0..32767; bytes = stream * scale cut to 0..127 */
    GTPE_DELTA,  /* delta = y cut to +-32767; bytes = 64 + delta * scale cut to -64..63 */
    GTPE_WIDE    /* wide = the sum, 0 at least */
};

/* Where results go: arrays of pixels with `outputs` channels each; the unused may be NULL. */
typedef struct {
    int kind;
    uint8_t *bytes;
    int16_t *stream; /* or delta */
    int32_t *wide;
    const float *scale; /* by channel */
} GtpeSink;

/* The functions of conv.h for one set of instructions. */
typedef struct {
    const char *name;
    int (*there)(void); /* whether this CPU has the instructions */
    void (*convolve)(const GtpeConv *k, const uint8_t *in, int size, const GtpeSink *sink);
    void (*tell)(const int16_t *delta, const int32_t *told, const float *scale, int size,
                 int channels, int16_t *stream, uint8_t *bytes);
    void (*points)(const int32_t *wide, const int32_t *told, const float *scale,
                   const int16_t *weights, int size, int stride, int channels, int32_t *out);
    void (*pool)(const int32_t *wide, int size, int stride, int channels, int32_t *sums,
                 int32_t *most);
    int winograd; /* whether it wants transformed weights for 3x3 convolutions */
} GtpePath;

#endif
