"""Digests of a search; the caller holds its lock."""

from cpython.bytes cimport PyBytes_AS_STRING

from board_ext.lowlevel.atomics cimport load_u64
from board_ext.board cimport board_hash_with_ko
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport uint64_t
from gtpengine.mcts.doors.digest cimport Entry, take_in, tell
from gtpengine.mcts.doors.search_state cimport Worker
from gtpengine.mcts.search.worker_pool cimport WorkerPool
from gtpengine.mcts.worker.growth cimport grow

from gtpengine.mcts.report.exchange import Digest, Origin


cdef object _origin(const Search* s):
    """Return what searches must have in common to take in each other's digests."""
    cdef uint64_t situation = board_hash_with_ko(s.root, s.root.to_play)
    situation = mix_keys(situation, s.root.n_passes)
    situation = mix_keys(situation, s.ko_rule)
    situation = mix_keys(situation, s.area_after_passes)
    situation = mix_keys(situation, <uint64_t>s.placed if s.territory else <uint64_t>1 << 32)
    if s.goal:
        situation = mix_keys(situation, s.goal)
    return Origin(situation, s.root.move_number, s.root.size, s.komi)


cdef _check_receiver(const Search* s, int receiver):
    if not 0 <= receiver < s.tree.receivers:
        raise ValueError(f"receiver {receiver}: keep_digests asked for {s.tree.receivers}")


cdef object digest_of(Search* s, int receiver, double least_share, int max_depth):
    """Return what has changed since the last digest to this receiver, as `Searcher.digest`."""
    if not 0.0 <= least_share <= 1.0:
        raise ValueError(f"least_share {least_share}: give 0 to 1")
    _check_receiver(s, receiver)
    return Digest(_origin(s), tell(s, receiver, least_share, max_depth))


cdef object absorb_into(Search* s, WorkerPool pool, int receiver, digest):
    """Add a digest; return the part that finds no place. See ``Searcher.absorb``."""
    cdef bytes left
    _check_receiver(s, receiver)
    origin = _origin(s)
    if digest.origin != origin:
        raise ValueError("the digest is of another position or other rules: "
                         f"{digest.origin}, here {origin}")
    left = take_in(s, receiver, digest.entries)
    # A node that was just made may be widened only when it has its visits.
    while left and _grown(s, pool.growing(), left):
        left = take_in(s, receiver, left)
    return Digest(origin, left)


cdef bint _grown(const Search* s, Worker* w, bytes left):
    """Make the nodes that are missing; return whether any could be made."""
    cdef const Entry* entries = <const Entry*>PyBytes_AS_STRING(left)
    cdef uint64_t n = len(left) // sizeof(Entry), made
    # Streams of random numbers far above the streams of simulations.
    cdef uint64_t stream = (<uint64_t>1 << 62) + load_u64(&s.tree.used)
    with nogil:
        made = grow(w, entries, n, stream)
    return made > 0
