"""The keys of commonfate.pxd."""

from libc.string cimport memset

from board_ext.board cimport Board, is_stone
from board_ext.lowlevel.rng cimport mix64
from board_ext.lowlevel.types cimport (
    CELL_BORDER_BIT, CELL_EMPTY, MAX_POINTS, N_VERTICES, point_to_vertex, uint8_t, uint16_t,
    uint32_t, uint64_t,
)
from board_ext.neighbours cimport NEIGHBOURS
from board_ext.position cimport Position
from gtpengine.prediction.circles cimport MAX_RING, MIN_RING
from gtpengine.prediction.features cimport FeatureContext, features_look
from gtpengine.prediction.movemodel cimport (
    MoveModelData, OtherShapes, shape_find, with_largest,
)
from gtpengine.prediction.shapekeys cimport local_key, shape_key

cdef enum:
    NO_NODE = 255
    # Labels: the codes of a FeatureContext for chains, then empty points, then the marked node.
    LABEL_EMPTY = 8
    LABEL_MARK = 16


cdef struct Graph:
    # The nodes found so far, by rising distance from the move.
    const FeatureContext* context
    int n
    int last                         # node of the last move, NO_NODE while it is not found
    uint16_t[MAX_NODES] vertex       # an empty point, or any stone of the chain
    uint8_t[MAX_NODES] label
    uint64_t[MAX_NODES][2] refined   # of the graph alone, and with the last move marked
    uint8_t[N_VERTICES] of_point     # node of each empty point, or NO_NODE
    uint8_t[MAX_POINTS] of_chain     # and of each chain


cdef uint8_t* _node_at(Graph* g, int v) noexcept nogil:
    """Return where the number of the node of a vertex on the board is kept."""
    cdef const Board* b = g.context.board
    return &g.of_point[v] if b.cell[v] == CELL_EMPTY else &g.of_chain[b.chain[v]]


cdef bint _add(Graph* g, int v) noexcept nogil:
    """Add the node of ``v``; return False when there is no room."""
    cdef const Board* b = g.context.board
    cdef int i, borders = 0
    if g.n == MAX_NODES:
        return False
    g.vertex[g.n] = v
    if b.cell[v] == CELL_EMPTY:
        for i in range(4):
            borders += b.cell[v + NEIGHBOURS[i]] & CELL_BORDER_BIT != 0
        g.label[g.n] = LABEL_EMPTY + borders
    else:
        g.label[g.n] = g.context.codes[v]
        if is_stone(b, b.last_move) and b.chain[v] == b.chain[b.last_move]:
            g.last = g.n
    _node_at(g, v)[0] = g.n
    g.n += 1
    return True


cdef bint _discover(Graph* g, int node) noexcept nogil:
    """Add the neighbours of a node; return False when there is no room."""
    cdef const Board* b = g.context.board
    cdef int start = g.vertex[node], u = start, i, w
    while True:
        for i in range(4):
            w = u + NEIGHBOURS[i]
            if b.cell[w] & CELL_BORDER_BIT == 0 and _node_at(g, w)[0] == NO_NODE:
                if not _add(g, w):
                    return False
        if not is_stone(b, start):
            return True
        u = b.next_stone[u]
        if u == start:
            return True


cdef void _refine(Graph* g, int node, int first) noexcept nogil:
    """Refine the label of a node whose distance begins with node ``first``; the last ones are as
    far."""
    cdef const Board* b = g.context.board
    cdef uint8_t[MAX_NODES] known
    cdef uint64_t[2] nearer
    cdef uint64_t[2] beside
    cdef int start = g.vertex[node], u = start, i, w, k, other, label
    memset(known, 0, sizeof(known))
    known[node] = 1
    for k in range(2):
        nearer[k] = 0
        beside[k] = 0
    while True:
        for i in range(4):
            w = u + NEIGHBOURS[i]
            if b.cell[w] & CELL_BORDER_BIT:
                continue
            other = _node_at(g, w)[0]
            if other == NO_NODE or known[other]:
                continue
            known[other] = 1
            for k in range(2):
                if other < first:
                    nearer[k] += mix64(g.refined[other][k] + 1)
                else:
                    label = g.label[other] + (LABEL_MARK if k and other == g.last else 0)
                    beside[k] += mix64(label + 1000)
        if not is_stone(b, start):
            break
        u = b.next_stone[u]
        if u == start:
            break
    for k in range(2):
        label = g.label[node] + (LABEL_MARK if k and node == g.last else 0)
        g.refined[node][k] = mix64(mix64(mix64(label + 2000) + nearer[k]) + beside[k])


cdef int fate_keys(const FeatureContext* c, int v, int size, uint64_t* plain,
                   uint64_t* marked) noexcept nogil:
    """Write the keys of the patterns around an empty point of sizes MIN_RING up to ``size``.

    Both arrays have room for MAX_RING + 1. ``marked`` has 0 for patterns without the last move.
    Return the largest size there is, less than MIN_RING for none: larger ones have too many nodes,
    or no more than smaller ones. ``features_look`` has looked at the position.
    """
    cdef Graph g
    cdef uint64_t[2] total
    cdef uint64_t[2] layer
    cdef int d, k, node, begin = 0, first
    g.context = c
    g.n = 0
    g.last = NO_NODE
    memset(g.of_point, NO_NODE, sizeof(g.of_point))
    memset(g.of_chain, NO_NODE, sizeof(g.of_chain))
    _add(&g, v)
    _refine(&g, 0, 0)
    for k in range(2):
        total[k] = g.refined[0][k]
    for d in range(MIN_RING, size + 1):
        first = g.n
        for node in range(begin, first):
            if not _discover(&g, node):
                return d - 1
        if g.n == first:
            return d - 1
        for k in range(2):
            layer[k] = 0
        for node in range(first, g.n):
            _refine(&g, node, first)
            for k in range(2):
                layer[k] += mix64(g.refined[node][k] + 3000)
        for k in range(2):
            total[k] = mix64(total[k] + layer[k])
        plain[d] = shape_key(total[0], FAMILY_FATE, d)
        marked[d] = 0 if g.last == NO_NODE else shape_key(total[1], FAMILY_FATE_REPLY, d)
        begin = first
    return size


cdef int fate_rows(const MoveModelData* m, const FeatureContext* c, int v,
                   uint32_t* out) noexcept nogil:
    """Write the rows of the 3x3 neighbourhood and of the known patterns around an empty point;
    return how many there are."""
    cdef uint64_t[MAX_RING + 1] plain
    cdef uint64_t[MAX_RING + 1] marked
    cdef int size, largest = fate_keys(c, v, m.max_ring, plain, marked), n = 0
    cdef uint32_t row = shape_find(m, local_key(c.codes, v)), shape = 0, reply = 0
    cdef bint replies = True
    if row:
        out[n] = row
        n += 1
    for size in range(MIN_RING, largest + 1):
        row = shape_find(m, plain[size])
        if row == 0:
            break
        shape = row
        if not m.summed:
            out[n] = row
            n += 1
        if replies and marked[size]:
            row = shape_find(m, marked[size])
            replies = row != 0
            if replies:
                reply = row
                if not m.summed:
                    out[n] = row
                    n += 1
    return with_largest(m, shape, reply, out, n)


def keys_around(Position position not None, int point, int size):
    """Return the keys of the patterns around an empty point, by size from MIN_RING on.

    They are pairs: the key of the graph alone, and the key with the last move, 0 when it is not
    there.

    :raises ValueError: when the point is not empty, or the size none that patterns have.
    """
    cdef FeatureContext context
    cdef uint64_t[MAX_RING + 1] plain
    cdef uint64_t[MAX_RING + 1] marked
    cdef Board* b = &position.board
    cdef int d, largest
    if not MIN_RING <= size <= MAX_RING:
        raise ValueError(f"size {size}: give {MIN_RING} to {MAX_RING}")
    if not 0 <= point < b.size * b.size or b.cell[point_to_vertex(point, b.size)] != CELL_EMPTY:
        raise ValueError(f"point {point} is not empty")
    features_look(&context, b, b.to_play)
    largest = fate_keys(&context, point_to_vertex(point, b.size), size, plain, marked)
    return [(plain[d], marked[d]) for d in range(MIN_RING, largest + 1)]


cdef OtherShapes _shapes = OtherShapes()
_shapes.keys = fate_keys
_shapes.rows = fate_rows
SHAPES = _shapes
