"""From planes and numbers to the heads' outputs, in whole numbers wherever it takes time.

The trunk keeps its stream of activations in int16; each convolution sees it as bytes, by a scale
for each channel. Linear layers are small and in floats, added in a fixed order, so every machine
gives the same bits. docs/explanation/network.md tells more.
"""

from board_ext.lowlevel.types cimport MAX_POINTS, int16_t, int32_t, uint8_t, uint16_t
from gtpengine.network.kernel.convolution cimport Conv, Path

cdef enum:
    MAX_BLOCKS = 64
    MAX_CONVS = 4             # of a block
    N_PARTS = 9               # arrays of a Scratch
    MAX_VECTOR = 1024         # entries of the vectors of linear layers


cdef struct Linear:
    const float* weights      # [inputs][outputs]
    const float* bias
    int inputs
    int outputs


cdef struct PointHead:
    # One logit for each point: the sum over channels of a 12-bit number times a 12-bit weight.
    const float* scale        # by channel, from the sums of `look` to 0..4095
    const int16_t* weights
    float gain
    float bias


cdef struct Block:
    int n_convs
    Conv[MAX_CONVS] convs
    const float* scale        # by channel, from the stream to the bytes that this block sees
    bint pools
    const float* pool_scale   # from the block's change of the stream to the bytes that `look` sees
    Conv look
    Linear told


cdef struct Net:
    int planes
    int numbers
    int channels              # of the stream, padded
    int head                  # channels of each head
    int n_blocks
    const Path* path          # the functions for this machine
    int inputs                # planes, padded
    int middle                # most channels inside a block, padded
    int wide                  # most channels of a `look`, padded
    bint sees_model           # what the move model expects
    float skip                # weight of the move model's logit, 0 where it is not seen
    Conv stem
    Linear whole
    Block[MAX_BLOCKS] blocks
    const float* scale        # from the stream to the bytes that the heads see
    Conv look                 # of both heads, policy first
    Linear policy_told
    PointHead points
    Linear passes
    Linear value_hidden
    Linear value
    PointHead ownership


cdef struct Scratch:
    int size                  # of the board that the borders are for
    int symmetry              # of the places
    uint16_t[MAX_POINTS] places      # where it takes each point, on the board of that size
    int[MAX_POINTS] pixels    # where the first plane of the point is then, in `inputs`
    size_t[N_PARTS] lengths   # bytes of each array by pixel
    char* parts[N_PARTS]
    uint8_t* inputs           # arrays by pixel of conv.h, channels innermost
    uint8_t* bytes
    uint8_t* middle
    uint8_t* middle2
    uint8_t* looked
    int16_t* stream
    int16_t* delta
    int32_t* wide
    int32_t* bias             # of the stem, with what the numbers say
    int32_t[MAX_VECTOR] told  # what is added to each channel
    int32_t[MAX_POINTS] points
    float[MAX_VECTOR] pooled
    float[MAX_VECTOR] vector
    float[MAX_VECTOR] vector2


cdef struct Outputs:
    float[MAX_POINTS] policy  # logits, by point; a point's number is row * size + column
    float[MAX_POINTS] ownership
    float passes              # logit of the pass
    float value               # logit of winning
    float score               # points


cdef Scratch* scratch_new(const Net* net) noexcept nogil
cdef void scratch_free(Scratch* s) noexcept nogil
cdef void net_forward(const Net* net, Scratch* s, const uint8_t* planes, const float* numbers,
                      int size, int symmetry, bint owners, Outputs* out) noexcept nogil
