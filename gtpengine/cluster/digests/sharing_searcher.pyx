"""The searcher of a machine that shares its search with others."""

from cpython.bytes cimport PyBytes_AS_STRING

from board_ext.board cimport board_hash_with_ko
from board_ext.lowlevel.atomics cimport load_u64
from board_ext.lowlevel.rng cimport mix_keys
from board_ext.lowlevel.types cimport uint64_t
from gtpengine.cluster.digests.digest cimport Entry, take_in, tell
from gtpengine.cluster.digests.growth cimport grow
from gtpengine.mcts.doors.search_state cimport MAX_DEPTH, Search, Worker
from gtpengine.mcts.searcher cimport Searcher
from gtpengine.mcts.worker.worker cimport worker_begin, worker_free, worker_new

from gtpengine.cluster.digests.exchange import Digest, Origin

cdef enum:
    MOST_RECEIVERS = 8


cdef class SharingSearcher(Searcher):
    """A searcher that tells others of its tree, and takes over what they tell.

    Any thread may call `digest` and `absorb` at any time, also while a search runs. Both raise
    RuntimeError when no position is set.
    """

    cdef Worker* grower       # makes the nodes that digests tell of, in the thread that asks for it

    def __dealloc__(self):
        worker_free(self.grower)

    cdef Worker* _growing(self) except NULL:
        """Return a worker that searches nothing, ready at the root as it is now."""
        if self.grower == NULL:
            self.grower = worker_new(self.memory.search)
        if self.grower == NULL or not worker_begin(self.grower, 1):
            raise MemoryError("no memory to take in a digest")
        return self.grower

    def keep_digests(self, int receivers=1):
        """Keep what each of some receivers of digests knows, and forget the tree.

        Each takes 32 bytes a node, within the memory limit. None are kept at first.

        :raises ValueError: when there are fewer than 0 or more than 8.
        :raises MemoryError: when the system refuses.
        """
        if not 0 <= receivers <= MOST_RECEIVERS:
            raise ValueError(f"receivers {receivers}: give 0 to {MOST_RECEIVERS}")
        self.lock.acquire()
        try:
            self.kept.has_position = False
            self.memory.ready = False
            self.memory.receivers = receivers
            self.memory.lay_out()
        finally:
            self.lock.release()

    def digest(self, double least_share=0.001, int max_depth=MAX_DEPTH, int receiver=0):
        """Return what has changed since the last digest to this receiver.

        The digest has the root, and the nodes up to ``max_depth`` moves below the root that have
        at least ``least_share`` of the root's visits. What came from the receiver is left out. Of a
        node with 16 times as many visits the digest has all children that have RAVE statistics.
        The receiver then counts as told: a digest that does not arrive is lost. A digest takes
        some 100 bytes a node, besides the memory limit.

        :raises ValueError: for a share outside 0 to 1, or a receiver that `keep_digests` did not
            ask for.
        """
        cdef Search* s = self.memory.search
        if not 0.0 <= least_share <= 1.0:
            raise ValueError(f"least_share {least_share}: give 0 to 1")
        self.lock.acquire()
        try:
            self._need_position("digests")
            self._check_receiver(receiver)
            return Digest(_origin(s), tell(s, receiver, least_share, max_depth))
        finally:
            self.lock.release()

    def absorb(self, digest, int receiver=0):
        """Add a digest from a receiver to the tree; return the part that finds no place in it.

        Nodes that the tree does not have are made. What is returned are those for which there is
        no room, or that lie below a sure result. Absorb it again later.

        :raises ValueError: when it is of another position, komi or rules, or damaged; nothing is
            added then.
        :raises MemoryError: when there is no memory to make nodes.
        """
        cdef Search* s = self.memory.search
        cdef bytes left
        self.lock.acquire()
        try:
            self._need_position("digests")
            self._check_receiver(receiver)
            origin = _origin(s)
            if digest.origin != origin:
                raise ValueError("the digest is of another position or other rules: "
                                 f"{digest.origin}, here {origin}")
            left = take_in(s, receiver, digest.entries)
            # A node that was just made may be widened only when it has its visits.
            while left and _grown(s, self._growing(), left):
                left = take_in(s, receiver, left)
            return Digest(origin, left)
        finally:
            self.lock.release()

    cdef _check_receiver(self, int receiver):
        cdef int receivers = self.memory.search.tree.receivers
        if not 0 <= receiver < receivers:
            raise ValueError(f"receiver {receiver}: keep_digests asked for {receivers}")


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


cdef bint _grown(const Search* s, Worker* w, bytes left):
    """Make the nodes that are missing; return whether any could be made."""
    cdef const Entry* entries = <const Entry*>PyBytes_AS_STRING(left)
    cdef uint64_t n = len(left) // sizeof(Entry), made
    # Streams of random numbers far above the streams of simulations.
    cdef uint64_t stream = (<uint64_t>1 << 62) + load_u64(&s.tree.used)
    with nogil:
        made = grow(w, entries, n, stream)
    return made > 0
