"""The forward pass of forward.pxd."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from board_ext.lowlevel.system cimport aligned_free, table_new
from board_ext.lowlevel.types cimport MAX_SIZE, int16_t, int32_t, uint8_t, uint64_t
from gtpengine.network.kernel.convolution cimport (
    STREAM, TO_BYTES, TO_DELTA, TO_STREAM, TO_WIDE, Conv, Sink,
)
from gtpengine.network.turning cimport turn_places

cdef extern from "<math.h>" nogil:
    float rintf(float x)

cdef enum:
    MOST_PIXELS = (MAX_SIZE + 2) * (MAX_SIZE + 1) + 1


cdef Scratch* scratch_new(const Net* net) noexcept nogil:
    """Return what one thread needs to evaluate positions, NULL when there is no memory."""
    cdef Scratch* s = <Scratch*>calloc(1, sizeof(Scratch))
    cdef int i
    if s == NULL:
        return NULL
    s.lengths[0] = MOST_PIXELS * net.inputs
    s.lengths[1] = MOST_PIXELS * net.channels
    s.lengths[2] = MOST_PIXELS * net.middle
    s.lengths[3] = MOST_PIXELS * net.middle
    s.lengths[4] = MOST_PIXELS * net.channels
    s.lengths[5] = MOST_PIXELS * net.channels * sizeof(int16_t)
    s.lengths[6] = MOST_PIXELS * net.channels * sizeof(int16_t)
    s.lengths[7] = MOST_PIXELS * net.wide * sizeof(int32_t)
    s.lengths[8] = net.channels * sizeof(int32_t)
    # One block each, so that a sanitizer sees every step beyond one.
    for i in range(N_PARTS):
        s.parts[i] = <char*>table_new(s.lengths[i])
        if s.parts[i] == NULL:
            scratch_free(s)
            return NULL
    s.inputs = <uint8_t*>s.parts[0]
    s.bytes = <uint8_t*>s.parts[1]
    s.middle = <uint8_t*>s.parts[2]
    s.middle2 = <uint8_t*>s.parts[3]
    s.looked = <uint8_t*>s.parts[4]
    s.stream = <int16_t*>s.parts[5]
    s.delta = <int16_t*>s.parts[6]
    s.wide = <int32_t*>s.parts[7]
    s.bias = <int32_t*>s.parts[8]
    return s


cdef void scratch_free(Scratch* s) noexcept nogil:
    """Free it; NULL is nothing."""
    cdef int i
    if s != NULL:
        for i in range(N_PARTS):
            aligned_free(s.parts[i])
        free(s)


cdef inline int _pixel(int row, int column, int size) noexcept nogil:
    """Return the number of a pixel (conv.h)."""
    return (row + 1) * (size + 1) + column + 1


cdef inline int _pixels(int size) noexcept nogil:
    return (size + 2) * (size + 1) + 1


cdef inline float _cut(float x, float low, float high) noexcept nogil:
    x = x if x > low else low
    return x if x < high else high


cdef inline int32_t _whole(float x) noexcept nogil:
    """Round to a whole number, within what sums leave room for."""
    return <int32_t>rintf(_cut(x, -1e9, 1e9))


cdef void _linear(const Linear* layer, const float* x, float* y) noexcept nogil:
    """Set y = bias + weights x, the inputs added one after the other."""
    cdef const float* w = layer.weights
    cdef float each
    cdef int i, k
    memcpy(y, layer.bias, layer.outputs * sizeof(float))
    for i in range(layer.inputs):
        each = x[i]
        for k in range(layer.outputs):
            y[k] += each * w[k]
        w += layer.outputs


cdef inline void _rectify(float* x, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        x[i] = x[i] if x[i] > 0 else 0


cdef void _pool(const Net* net, const Scratch* s, const Conv* look, int first, int channels,
                int size, float* out) noexcept nogil:
    """Write the means, then the maxima, of ``channels`` channels over the board."""
    cdef int32_t[MAX_VECTOR] total, most
    cdef float area = size * size
    cdef int c
    net.path.pool(s.wide + first, size, look.outputs, channels, total, most)
    for c in range(channels):
        out[c] = (<float>total[c] / area) * look.gain[first + c]
        out[channels + c] = <float>most[c] * look.gain[first + c]


cdef void _turn(const Net* net, Scratch* s, int size, int symmetry) noexcept nogil:
    """Turn to boards of a size, and to where a symmetry takes their points. The borders are cleared
    when the size is another than before."""
    cdef int i, point
    if s.size != size:
        for i in range(N_PARTS):
            memset(s.parts[i], 0, s.lengths[i])
    elif s.symmetry == symmetry:
        return
    s.size = size
    s.symmetry = symmetry
    turn_places(size, symmetry, s.places)
    for point in range(size * size):
        s.pixels[point] = net.inputs * _pixel(s.places[point] // size, s.places[point] % size, size)


cdef void _load(const Net* net, Scratch* s, const uint8_t* planes, int size,
                int symmetry) noexcept nogil:
    """Lay planes out as pixels, each point where the symmetry takes it."""
    cdef int plane, point, area = size * size
    cdef uint64_t eight
    _turn(net, s, size, symmetry)
    memset(s.inputs, 0, _pixels(size) * net.inputs)
    for plane in range(net.planes):
        point = 0
        while point < area:
            # Most planes are nearly empty.
            if point + 8 <= area:
                memcpy(&eight, planes + point, 8)
                if eight == 0:
                    point += 8
                    continue
            s.inputs[s.pixels[point] + plane] = planes[point]
            point += 1
        planes += area


cdef void _stem(const Net* net, Scratch* s, const float* numbers, int size) noexcept nogil:
    """Begin the stream from the planes, with the numbers as a bias of each channel."""
    cdef Conv stem = net.stem
    cdef Sink sink = Sink(TO_STREAM, s.bytes, s.stream, NULL, net.scale)
    cdef int c
    if net.n_blocks:
        sink.scale = net.blocks[0].scale
    _linear(&net.whole, numbers, s.vector)
    for c in range(net.channels):
        s.bias[c] = net.stem.bias[c] + _whole(s.vector[c])
    stem.bias = s.bias
    memset(s.stream, 0, _pixels(size) * net.channels * sizeof(int16_t))
    net.path.convolve(&stem, s.inputs, size, &sink)


cdef void _block(const Net* net, Scratch* s, const Block* block, const float* scale,
                 int size) noexcept nogil:
    """Add to the stream what a block says; ``scale`` makes the bytes that come next."""
    cdef const uint8_t* x = s.bytes
    cdef uint8_t* y = s.middle
    cdef Sink sink
    cdef int i, c, last = block.n_convs - 1
    for i in range(last):
        sink = Sink(TO_BYTES, y, NULL, NULL, block.convs[i].gain)
        net.path.convolve(&block.convs[i], x, size, &sink)
        x = y
        y = s.middle2 if y == s.middle else s.middle
    if not block.pools:
        sink = Sink(TO_STREAM, s.bytes, s.stream, NULL, scale)
        net.path.convolve(&block.convs[last], x, size, &sink)
        return
    sink = Sink(TO_DELTA, s.looked, s.delta, NULL, block.pool_scale)
    net.path.convolve(&block.convs[last], x, size, &sink)
    sink = Sink(TO_WIDE, NULL, NULL, s.wide, block.look.gain)
    net.path.convolve(&block.look, s.looked, size, &sink)
    _pool(net, s, &block.look, 0, block.told.inputs // 2, size, s.pooled)
    _linear(&block.told, s.pooled, s.vector)
    for c in range(net.channels):
        s.told[c] = _whole(_cut(s.vector[c], -STREAM, STREAM))
    net.path.tell(s.delta, s.told, scale, size, net.channels, s.stream, s.bytes)


cdef void _points(const Net* net, Scratch* s, const PointHead* head, int first, int size,
                  int symmetry, float* out) noexcept nogil:
    """Write the logit of each point, from the looks plus what ``s.told`` says of each channel."""
    cdef int point
    net.path.points(s.wide + first, s.told, head.scale, head.weights, size, net.look.outputs,
                    net.head, s.points)
    if symmetry:
        for point in range(size * size):
            out[point] = <float>s.points[s.places[point]] * head.gain + head.bias
        return
    for point in range(size * size):
        out[point] = <float>s.points[point] * head.gain + head.bias


cdef void net_forward(const Net* net, Scratch* s, const uint8_t* planes, const float* numbers,
                      int size, int symmetry, bint owners, Outputs* out) noexcept nogil:
    """Fill ``out`` from planes (planes, size, size), bytes of 0..127, and numbers.

    The ownership is left as it is unless ``owners`` are wanted.
    The network sees the board under a symmetry of turning.pxd; what it says is turned back.
    The scratch's borders are for one size: changing sizes costs a memset.
    """
    cdef Sink sink
    cdef int i, c, head = net.head
    _load(net, s, planes, size, symmetry)
    _stem(net, s, numbers, size)
    for i in range(net.n_blocks):
        _block(net, s, &net.blocks[i],
               net.blocks[i + 1].scale if i + 1 < net.n_blocks else net.scale, size)
    sink = Sink(TO_WIDE, NULL, NULL, s.wide, net.look.gain)
    net.path.convolve(&net.look, s.bytes, size, &sink)

    # 1. Policy: what was pooled changes each channel of the policy.
    _pool(net, s, &net.look, 0, head, size, s.pooled)
    _linear(&net.policy_told, s.pooled, s.vector)
    for c in range(head):
        s.told[c] = _whole(s.vector[c])
    _points(net, s, &net.points, 0, size, symmetry, out.policy)
    _linear(&net.passes, s.pooled, &out.passes)

    # 2. Value and score, from what was pooled and the numbers; ownership, from each point.
    _pool(net, s, &net.look, head, head, size, s.pooled)
    memcpy(s.pooled + 2 * head, numbers, net.numbers * sizeof(float))
    _linear(&net.value_hidden, s.pooled, s.vector)
    _rectify(s.vector, net.value_hidden.outputs)
    _linear(&net.value, s.vector, s.vector2)
    out.value = s.vector2[0]
    out.score = s.vector2[1]
    if not owners:
        return
    memset(s.told, 0, head * sizeof(int32_t))
    _points(net, s, &net.ownership, head, size, symmetry, out.ownership)
