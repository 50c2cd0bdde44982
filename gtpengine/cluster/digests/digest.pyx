"""Telling and taking in digests."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.math cimport ceil
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from board_ext.lowlevel.atomics cimport add_i64, add_u32, load_i64, load_u32, load_u64
from board_ext.lowlevel.types cimport PASS_VERTEX, int64_t, uint64_t, vertex_to_point
from gtpengine.mcts.tree.node cimport Node
from gtpengine.mcts.tree.told cimport known_to
from gtpengine.mcts.tree.tree cimport Children, Tree, children_next, children_of, tree_touch

cdef enum:
    NOT_TOLD = -1
    FAMILY = 16               # times the least visits: nodes whose children's RAVE is told, too


cdef struct Found:
    # A node on its way into a digest, or out of one.
    Entry entry
    uint32_t node             # 0 where the tree does not have it
    int32_t place             # its depth; later its place in the digest, or NOT_TOLD


cdef inline Statistics _statistics(const Node* node) noexcept nogil:
    """Return the present statistics of a node."""
    cdef Statistics now
    now.visits = load_u32(&node.visits)
    now.reward = load_i64(&node.reward)
    now.score = load_i64(&node.score)
    now.amaf_visits = load_u32(&node.amaf_visits)
    now.amaf_reward = load_i64(&node.amaf_reward)
    return now


cdef inline void _add(Statistics* sum, const Statistics* more, int sign) noexcept nogil:
    """Add ``more``, or with ``sign`` -1 take it off."""
    sum.visits += <uint32_t>sign * more.visits
    sum.reward += sign * more.reward
    sum.score += sign * more.score
    sum.amaf_visits += <uint32_t>sign * more.amaf_visits
    sum.amaf_reward += sign * more.amaf_reward


cdef inline bint _is_news(const Statistics* changed) noexcept nogil:
    """Return whether anything has changed."""
    return (changed.visits or changed.amaf_visits or changed.reward or changed.score
            or changed.amaf_reward) != 0


cdef Found* _heavy_nodes(const Tree* tree, double least_share, int max_depth, int size,
                         uint64_t* n) noexcept nogil:
    """List the root and the heavy nodes below it, parents first, without their statistics; NULL
    when there is no memory.

    Below a node that is FAMILY times as heavy as that all children with RAVE statistics are listed.
    """
    # The tree has no more nodes than that, though shared children have more than one way to them.
    cdef uint64_t most = min(load_u64(&tree.used), <uint64_t>0x7FFFFFFF), room = 256, i = 0
    cdef uint32_t least = <uint32_t>ceil(least_share * load_u32(&tree.nodes[tree.root].visits))
    cdef Found* found = <Found*>malloc(room * sizeof(Found))
    cdef Found* larger
    cdef Children children
    cdef const Node* child
    cdef bint family
    if found == NULL:
        return NULL
    found[0].entry.parent = -1
    found[0].entry.point = POINT_OF_PASS
    found[0].node = tree.root
    found[0].place = 0
    n[0] = 1
    while i < n[0]:
        if found[i].place < max_depth:
            children = children_of(&tree.nodes[found[i].node])
            family = load_u32(&tree.nodes[found[i].node].visits) >= FAMILY * <uint64_t>least
            while children_next(tree, &children) and n[0] < most:
                child = &tree.nodes[children.index]
                if load_u32(&child.visits) < least and not (
                        family and load_u32(&child.amaf_visits)):
                    continue
                if n[0] == room:
                    room *= 2
                    larger = <Found*>realloc(found, room * sizeof(Found))
                    if larger == NULL:
                        free(found)
                        return NULL
                    found = larger
                found[n[0]].entry.parent = <int32_t>i
                found[n[0]].entry.point = (POINT_OF_PASS if child.move == PASS_VERTEX
                                           else vertex_to_point(child.move, size))
                found[n[0]].node = children.index
                found[n[0]].place = found[i].place + 1
                n[0] += 1
        i += 1
    return found


cdef bytes _packed(Found* found, uint64_t n):
    """Return the entries with news, and those above them, as bytes."""
    cdef uint64_t i, told = 0
    cdef Entry* entries
    for i in range(n):
        found[i].place = NOT_TOLD
    for i in range(n, 0, -1):
        if _is_news(&found[i - 1].entry.changed):
            found[i - 1].place = 0
        if found[i - 1].place != NOT_TOLD and i > 1:
            found[found[i - 1].entry.parent].place = 0
    for i in range(n):
        if found[i].place != NOT_TOLD:
            found[i].place = <int32_t>told
            told += 1
    packed = PyBytes_FromStringAndSize(NULL, told * sizeof(Entry))
    entries = <Entry*>PyBytes_AS_STRING(packed)
    for i in range(n):
        if found[i].place != NOT_TOLD:
            if i:
                found[i].entry.parent = found[found[i].entry.parent].place
            memcpy(&entries[found[i].place], &found[i].entry, sizeof(Entry))
    return packed


cdef void _note_told(Tree* tree, int receiver, Found* found, uint64_t n) noexcept nogil:
    """Fill in the changes that the receiver does not know, and note that it knows them now."""
    cdef Statistics* known
    cdef uint64_t i
    tree_touch(tree, tree.digests)
    for i in range(n):
        known = known_to(tree, receiver, found[i].node)
        found[i].entry.changed = _statistics(&tree.nodes[found[i].node])
        # A shared node comes more than once; the second time it has no news left.
        _add(&found[i].entry.changed, known, -1)
        _add(known, &found[i].entry.changed, 1)


cdef bytes tell(Search* s, int receiver, double least_share, int max_depth):
    """Return the entries that are news for a receiver; it counts as knowing them from now on.

    These are nodes down to ``max_depth`` with at least ``least_share`` of the root's visits.
    """
    cdef Tree* tree = &s.tree
    cdef Found* found
    cdef uint64_t n = 0, i
    with nogil:
        found = _heavy_nodes(tree, least_share, max_depth, s.root.size, &n)
        if found != NULL:
            _note_told(tree, receiver, found, n)
    if found == NULL:
        raise MemoryError
    try:
        return _packed(found, n)
    except MemoryError:
        for i in range(n):
            _add(known_to(tree, receiver, found[i].node), &found[i].entry.changed, -1)
        raise
    finally:
        free(found)


cdef bint _is_sound(const Entry* entries, uint64_t n, int size) noexcept nogil:
    """Return whether each entry but the first has its parent before it and a move on the board."""
    cdef uint64_t i
    for i in range(n):
        if i == 0:
            if entries[i].parent != -1:
                return False
        elif not 0 <= entries[i].parent < <int64_t>i:
            return False
        if not POINT_OF_PASS <= entries[i].point < size * size:
            return False
    return True


cdef bint _add_to_node(Node* node, const Statistics* more) noexcept nogil:
    """Add to a node that threads may be updating; False when its counters could overflow."""
    cdef uint64_t visits = load_u32(&node.visits), amaf_visits = load_u32(&node.amaf_visits)
    if (visits + more.visits > <uint64_t>MOST_VISITS
            or amaf_visits + more.amaf_visits > <uint64_t>MOST_AMAF_VISITS):
        return False
    add_u32(&node.visits, more.visits)
    add_i64(&node.reward, more.reward)
    add_i64(&node.score, more.score)
    add_u32(&node.amaf_visits, more.amaf_visits)
    add_i64(&node.amaf_reward, more.amaf_reward)
    return True


cdef void _add_to_tree(Search* s, int receiver, Found* found, uint64_t n) noexcept nogil:
    """Add the news to the nodes that exist, and leave the other entries as they are."""
    cdef Tree* tree = &s.tree
    cdef Entry* entry
    cdef uint64_t i
    cdef uint32_t parent
    tree_touch(tree, tree.digests)
    for i in range(n):
        entry = &found[i].entry
        if i == 0:
            found[i].node = tree.root
        else:
            parent = found[entry.parent].node
            if parent:
                found[i].node = child_of_entry(s, parent, entry)
        if found[i].node and _is_news(&entry.changed) and _add_to_node(
                &tree.nodes[found[i].node], &entry.changed):
            _add(known_to(tree, receiver, found[i].node), &entry.changed, 1)
            memset(&entry.changed, 0, sizeof(Statistics))


cdef bytes take_in(Search* s, int receiver, bytes told):
    """Add a receiver's digest to the tree, which threads may be searching.

    Return the entries that find no place in it.

    :raises ValueError: when the digest is damaged.
    """
    cdef uint64_t n = len(told) // sizeof(Entry), i
    cdef const Entry* entries = <const Entry*>PyBytes_AS_STRING(told)
    cdef Found* found
    if len(told) % sizeof(Entry) or not _is_sound(entries, n, s.root.size):
        raise ValueError("the digest is damaged; ask its sender for another one")
    found = <Found*>calloc(n + 1, sizeof(Found))
    if found == NULL:
        raise MemoryError
    try:
        with nogil:
            for i in range(n):
                found[i].entry = entries[i]
            _add_to_tree(s, receiver, found, n)
        return _packed(found, n)
    finally:
        free(found)
