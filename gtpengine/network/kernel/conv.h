/* Convolutions of a network in whole numbers, for the fastest instructions of this machine.
 *
 * A path is the same functions for one set of instructions, or by another algorithm; all give the
 * same bits. Those of a kind of CPU stand in a file of their own. */
#ifndef GTPENGINE_CONV_H
#define GTPENGINE_CONV_H

#include "gtpengine/network/kernel/conv_board.h"

/* Plain C. */

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

static int gtpe_has_plain(void) { return 1; }

GTPE_PATH(plain, , gtpe_has_plain, gtpe_plain_block, gtpe_finish, gtpe_tell, GTPE_MOST_PIXELS, 1)

#include "gtpengine/network/kernel/conv_arm.h"
#include "gtpengine/network/kernel/conv_x86.h"

/* The paths that were compiled, the fastest first. */
static const GtpePath *const gtpe_paths[] = {GTPE_X86_PATHS GTPE_ARM_PATHS &gtpe_plain_path};

static int gtpe_path_count(void) { return (int)(sizeof(gtpe_paths) / sizeof(*gtpe_paths)); }

#endif
