"""Reports of a search; the caller holds its lock, so that the root stays."""

from board_ext.lowlevel.atomics cimport load_i64, load_u32, load_u64
from board_ext.lowlevel.types cimport BLACK, PASS_VERTEX, point_to_vertex, uint32_t, uint64_t
from gtpengine.mcts.search.rootview cimport (
    ANY_MOVE, count_simulations, criticality_of, expected_line, owner_means, point_of, sum_tallies,
    tally_stdev,
)
from gtpengine.mcts.tree.bounds cimport (
    ScoreBounds, bounds_for, bounds_verdict, node_bounds, node_is_bounded,
)
from gtpengine.mcts.tree.node cimport (
    Node, REWARD_ONE, node_mean, node_prior_value, node_prior_weight, node_probability,
)
from gtpengine.mcts.tree.tree cimport (
    Children, children_next, children_of, tree_bytes, tree_find_child,
)

from board_ext.coords import PASS
from gtpengine.mcts.report.report import MoveStats, SearchReport


cdef object report_of(const Search* s, WorkerPool pool, double seconds, str stopped_by):
    """Return the state of a search."""
    cdef const Node* root = &s.tree.nodes[s.tree.root]
    cdef int size = s.root.size, i
    cdef uint32_t visits = load_u32(&root.visits)
    cdef uint64_t simulations = count_simulations(pool.workers, pool.n), moves = 0, depths = 0
    cdef double sign = 1.0 if s.root.to_play == BLACK else -1.0
    stats = _moves(s, pool, sign)
    for i in range(pool.n):
        moves += load_u64(&pool.workers[i].moves)
        depths += load_u64(&pool.workers[i].depths)
    return SearchReport(
        to_play=s.root.to_play, size=size, moves=stats, visits=visits,
        value=1.0 - node_mean(root) if visits else 0.5,
        score=sign * load_i64(&root.score) / (2.0 * visits) if visits else 0.0,
        simulations=simulations,
        seconds=seconds,
        ownership=owner_means(pool.workers, pool.n, size, ANY_MOVE),
        pv=tuple(point for point, _ in expected_line(&s.tree, s.tree.root, size)),
        nodes=load_u64(&s.tree.used),
        memory_bytes=tree_bytes(&s.tree) + pool.memory.techniques.table_bytes(),
        mean_depth=depths / <double>simulations if simulations else 0.0,
        mean_length=moves / <double>simulations if simulations else 0.0,
        tree_full=load_u32(&s.tree_full) != 0, stopped_by=stopped_by,
        score_stdev=tally_stdev(sum_tallies(pool.workers, pool.n, ANY_MOVE)),
        criticality=criticality_of(pool.workers, pool.n, size),
    )


cdef tuple _moves(const Search* s, WorkerPool pool, double sign):
    """Return the moves of the root that are not left out, the most visited first."""
    cdef Children children = children_of(&s.tree.nodes[s.tree.root])
    cdef int side = s.root.to_play
    stats = []
    while children_next(&s.tree, &children):
        if not s.avoid_until[side][s.tree.nodes[children.index].move]:
            stats.append(_move_stats(s, pool, children.index, sign))
    stats.sort(key=lambda move: (-move.visits, -move.value, move.point))
    return tuple(stats)


cdef object _move_stats(const Search* s, WorkerPool pool, uint32_t index, double sign):
    cdef const Node* node = &s.tree.nodes[index]
    cdef uint32_t visits = load_u32(&node.visits), rave = load_u32(&node.amaf_visits)
    cdef int verdict = 0, side = s.root.to_play
    cdef double komi = s.komi if side == BLACK else -s.komi
    cdef ScoreBounds bounds
    cdef object lead = None
    if s.solve and node_is_bounded(&s.tree, index):
        bounds = bounds_for(node_bounds(&s.tree, index), side)
        verdict = bounds_verdict(bounds, komi) if s.prove else 0
        lead = (bounds.low - komi, bounds.high - komi)
    # By place, in the order of the fields: a report has hundreds of them.
    return MoveStats(
        point_of(node.move, s.root.size), visits, node_mean(node), rave,
        load_i64(&node.amaf_reward) / (<double>REWARD_ONE * rave) if rave else 0.5,
        node_prior_value(node), node_prior_weight(node),
        sign * load_i64(&node.score) / (2.0 * visits) if visits else 0.0,
        tally_stdev(sum_tallies(pool.workers, pool.n, node.move)),
        None if verdict == 0 else verdict > 0,
        lead,
        node_probability(node) if s.player.has_policy else 0.0,
    )


cdef int _vertex(const Search* s, point) except -1:
    if point == PASS:
        return PASS_VERTEX
    if not 0 <= point < s.root.size * s.root.size:
        raise ValueError(f"{point} is no move of the root")
    return point_to_vertex(point, s.root.size)


cdef tuple variation_of(const Search* s, point):
    """Return what is expected after a move of the root, that move first, as (point, visits)."""
    cdef uint32_t node = tree_find_child(&s.tree, s.tree.root, _vertex(s, point))
    if node == 0:
        raise ValueError(f"{point} is no move of the root")
    return ((point, load_u32(&s.tree.nodes[node].visits)),
            *expected_line(&s.tree, node, s.root.size))


cdef list nodes_of(const Search* s, int depth, uint32_t least):
    """Return the nodes down to a depth with at least so many visits, each after its parent, as
    (place of the parent in the list, point, visits, value, score).

    Value and score are for the side that made the move; the first is the root, for the side to
    move, with the parent -1 and a pass.
    """
    cdef double sign = 1.0 if s.root.to_play == BLACK else -1.0
    cdef list places = [s.tree.root], depths = [0]
    cdef list found = [_row(s, s.tree.root, -1, sign)]
    cdef Children children
    cdef int at = 0, below
    cdef uint32_t index
    found[0] = (-1, PASS, found[0][2], 1.0 - found[0][3], found[0][4])
    while at < len(found):
        index = places[at]
        below = depths[at] + 1
        children = children_of(&s.tree.nodes[index])
        while below <= depth and children_next(&s.tree, &children):
            if load_u32(&s.tree.nodes[children.index].visits) >= least:
                places.append(children.index)
                depths.append(below)
                found.append(_row(s, children.index, at, sign if below % 2 else -sign))
        at += 1
    return found


cdef tuple _row(const Search* s, uint32_t index, int parent, double sign):
    cdef const Node* node = &s.tree.nodes[index]
    cdef uint32_t visits = load_u32(&node.visits)
    score = sign * load_i64(&node.score) / (2.0 * visits) if visits else 0.0
    return parent, point_of(node.move, s.root.size), visits, node_mean(node), score


cdef object move_ownership_of(const Search* s, WorkerPool pool, point):
    """Return the ownership after a move of the root; None where it is not kept."""
    if pool.workers[0].move_owners == NULL:
        return None
    return owner_means(pool.workers, pool.n, s.root.size, _vertex(s, point))
