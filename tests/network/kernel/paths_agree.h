/* A program: convolves random boards by each path of conv.h that this CPU has, and compares all
 * bits with plain C. Prints the names of the paths; ends with 1 where one differs, and by a signal
 * where one reads beyond the end of a board. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "gtpengine/network/kernel/conv.h"

enum { MOST_SIZE = 19, MOST_CHANNELS = 48, PIXELS = (MOST_SIZE + 2) * (MOST_SIZE + 1) + 1 };
enum { WEIGHTS = GTPE_GROUP * GTPE_WINOGRAD_INPUTS }; /* no fewer than MOST_CHANNELS^2 */

typedef struct {
    uint8_t bytes[PIXELS * MOST_CHANNELS];
    int16_t stream[PIXELS * MOST_CHANNELS];
    int32_t wide[PIXELS * MOST_CHANNELS];
    int32_t sums[MOST_CHANNELS];
    int32_t most[MOST_CHANNELS];
} Results;

static uint8_t *input; /* a board, before pages that nobody may read */
static int8_t weights[9 * WEIGHTS] __attribute__((aligned(64)));
static int16_t winograd[(GTPE_FOURS + GTPE_THREES) * WEIGHTS] __attribute__((aligned(64)));
static int32_t bias[MOST_CHANNELS] __attribute__((aligned(64)));
static float gain[MOST_CHANNELS] __attribute__((aligned(64)));
static float scale[MOST_CHANNELS] __attribute__((aligned(64)));
static int16_t stream[PIXELS * MOST_CHANNELS];
static Results wanted, found;

static int drawn(int low, int high) { return low + rand() % (high - low + 1); }

/* The end of memory for any board, behind which nobody may read. */
static uint8_t *guarded(void) {
    const size_t room = 1 << 20;
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS;
    uint8_t *memory = mmap(NULL, 2 * room, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + room, room, PROT_NONE) != 0) {
        perror("guarded");
        exit(1);
    }
    return memory + room;
}

/* Draw a board and a convolution. A loud one has nothing but the largest numbers, those of half of the
 * outputs negative. */
static void draw(uint8_t *end, int size, int inputs, int loud) {
    const int bytes = ((size + 2) * (size + 1) + 1) * inputs;
    input = end - bytes;
    memset(input, 0, (size_t)bytes);
    for (int row = 1; row <= size; row++) {
        for (int column = 1; column <= size; column++) {
            for (int c = 0; c < inputs; c++) {
                /* The largest numbers are likely, so that sums reach their limits. */
                input[(row * (size + 1) + column) * inputs + c] =
                    (uint8_t)(drawn(0, 3) && !loud ? drawn(0, 127) : 127);
            }
        }
    }
    for (size_t i = 0; i < sizeof(weights); i++) {
        const int most = (loud ? i / 4 % GTPE_GROUP < 8 : drawn(0, 1)) ? 127 : -127;
        weights[i] = (int8_t)(drawn(0, 3) && !loud ? drawn(-127, 127) : most);
    }
    for (int c = 0; c < MOST_CHANNELS; c++) {
        bias[c] = drawn(-3000, 3000);
        gain[c] = (float)drawn(1, 1000) * 1e-4f;
        scale[c] = (float)drawn(1, 1000) * 1e-4f;
    }
    for (int i = 0; i < PIXELS * MOST_CHANNELS; i++) {
        stream[i] = (int16_t)drawn(0, GTPE_STREAM);
    }
}

static void compute(const GtpePath *path, const GtpeConv *k, int size, int kind, Results *to) {
    memset(to, 0, sizeof(*to));
    memcpy(to->stream, stream, sizeof(stream));
    const GtpeSink sink = {kind, to->bytes, to->stream, to->wide, scale};
    path->convolve(k, input, size, &sink);
    path->pool(to->wide, size, k->outputs, k->outputs, to->sums, to->most);
    path->tell(to->stream, bias, scale, size, k->outputs, to->stream, to->bytes);
}

/* Whether a path gives what plain C gives. */
static int agrees(const GtpePath *path, GtpeConv convolution, int size) {
    const GtpeConv *k = &convolution;
    if (path->winograd && gtpe_winograd_count(k)) {
        gtpe_winograd_weights(k, winograd);
        convolution.winograd = winograd;
    }
    for (int kind = GTPE_BYTES; kind <= GTPE_WIDE; kind++) {
        compute(&gtpe_plain_path, k, size, kind, &wanted);
        compute(path, k, size, kind, &found);
        if (memcmp(&wanted, &found, sizeof(found)) != 0) {
            printf("%s differs: size %d, taps %d, %d to %d channels, kind %d\n", path->name, size,
                   k->taps, k->inputs, k->outputs, kind);
            return 0;
        }
    }
    return 1;
}

int main(void) {
    static const int sizes[] = {2, 5, 7, 9, 13, 19};
    uint8_t *const end = guarded();
    srand(1);
    for (int i = 0; i < gtpe_path_count(); i++) {
        const GtpePath *path = gtpe_paths[i];
        if (!path->there()) {
            continue;
        }
        if (path == &gtpe_plain_path && i > 0) { /* each of the others was compared with it */
            printf("%s\n", path->name);
            continue;
        }
        for (int s = 0; s < 6; s++) {
            for (int channels = 16; channels <= MOST_CHANNELS; channels += 16) {
                for (int taps = 1; taps <= 9; taps += 8) {
                    const int outputs = MOST_CHANNELS - channels + 16;
                    const GtpeConv full = {weights, bias, gain, taps, channels, outputs, 0, NULL};
                    const GtpeConv deep = {weights, bias, gain, taps, channels, channels, 1, NULL};
                    draw(end, sizes[s], channels, 0);
                    if (!agrees(path, full, sizes[s]) || !agrees(path, deep, sizes[s])) {
                        return 1;
                    }
                }
            }
            /* The largest sums that Winograd's algorithm is used for. */
            const int most = GTPE_WINOGRAD_INPUTS;
            const GtpeConv loud = {weights, bias, gain, 9, most, GTPE_GROUP, 0, NULL};
            draw(end, sizes[s], most, 1);
            if (!agrees(path, loud, sizes[s])) {
                return 1;
            }
        }
        printf("%s\n", path->name);
    }
    return 0;
}
