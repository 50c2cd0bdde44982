"""The searcher: owns the tree and the threads, and answers with reports."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from board_ext.position import Position
from gtpengine.mcts.doors.evaluator import EvaluatorDoor
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.exchange import Digest
from gtpengine.mcts.report.report import SearchReport
from gtpengine.mcts.report.stoppers import Limits, Stopper

LOOK_INTERVAL: float

class Searcher:
    """Monte-Carlo tree search from one position at a time.

    One thread owns a searcher and calls its methods, except ``stop`` and what follows ``search``
    below, which any thread may call at any time. With one thread and a limit in simulations, equal
    seeds give equal trees.
    """

    def __init__(
        self,
        params: SearchParams | None = None,
        threads: int = 1,
        memory_mb: int = 512,
        seed: int = 1,
    ) -> None: ...
    def set_params(self, params: SearchParams) -> None:
        """Use a copy of these parameters from now on, and forget the tree."""

    def keep_digests(self, receivers: int = 1) -> None:
        """Keep what so many receivers of digests know (0 to 8), and forget the tree.

        Takes 32 bytes a node for each, within the memory limit. None are kept at first.

        :raises ValueError: for another number. :raises MemoryError: when the system refuses.
        """

    def set_threads(self, threads: int) -> None:
        """Search with this many threads, 1 to 1024.

        :raises ValueError: for another number. :raises MemoryError: leaving the number as it was.
        """

    def set_evaluator(self, evaluator: EvaluatorDoor | None) -> None:
        """Ask this evaluator for priors and values from the next position on; None is the move
        model."""
    def set_memory(self, memory_mb: int) -> None:
        """Limit the tree to this many megabytes (2**20 bytes); forgets the tree when it changes.

        :raises ValueError: outside 1 to 1048576. :raises MemoryError: when the system refuses.
        """

    def set_seed(self, seed: int) -> None:
        """Start the random streams anew and forget the tree."""

    def clear(self) -> None:
        """Forget the tree and the position."""

    def set_position(
        self,
        position: Position,
        avoid: Mapping[tuple[int, int], int] | None = None,
        komi_offset: float = 0.0,
    ) -> None:
        """Search from a position next; the tree stays when it continues one searched before.

        Moves may be taken back as far as the tree began; what lies between stays, too, until half
        of the memory is used. The position is copied. Clears an earlier `stop`. ``avoid`` maps
        (colour, point) to the depth, 1 at the root, up to which that move is left out; a side
        without moves passes. ``komi_offset`` is added to komi where simulations are won or lost,
        and not in scores (dynamic komi).
        """

    def notices(self) -> tuple[str, ...]:
        """Return what the user should know of how the last position set is searched: learned files
        that are missing, damaged or for other boards, and what is used in their place."""

    def keep_move_ownership(self, keep: bool) -> None:
        """Count owners for each move of the root, too, from the next search on.

        Takes 0.7 MB for each thread.
        """

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        """Search until a limit is reached, a stopper says so or ``stop`` is called.

        Blocks; other Python threads run meanwhile.

        :raises RuntimeError: without a position. :raises MemoryError: when the memory limit has no
            room for the moves of the root.
        """

    def stop(self) -> None:
        """Make a search that runs return within some milliseconds."""

    def digest(self, least_share: float = 0.001, max_depth: int = 500, receiver: int = 0) -> Digest:
        """Return what has changed since the last digest to this receiver.

        It tells of the root, and of nodes up to ``max_depth`` moves below it that have at least
        ``least_share`` of its visits, without what came from the receiver. He counts as knowing it
        from now on: a digest that does not arrive is lost. Making it takes some 100 bytes for each
        of these nodes, besides the memory limit.

        :raises ValueError: for a share outside 0 to 1, or a receiver that `keep_digests` did not
            ask for. :raises RuntimeError: without a position.
        """

    def absorb(self, digest: Digest, receiver: int = 0) -> Digest:
        """Add to the tree what this receiver has told, also while a search runs.

        Returns the part that finds no place yet, because the tree does not have its nodes: absorb
        that again later, and the search will have come there.

        :raises ValueError: when it is of another position, komi or rules, or damaged; nothing is
            added then. :raises RuntimeError: without a position.
        """

    def virtual_losses(self) -> int: ...
    def snapshot(self) -> SearchReport:
        """Return the state of the search, running or ended.

        :raises RuntimeError: without a position.
        """

    def variation(self, point: int) -> tuple[tuple[int, int], ...]:
        """Return what is expected after a move of the root, that move first, as (point, visits).

        :raises ValueError: when it is no move of the root. :raises RuntimeError: as ``snapshot``.
        """

    def criticality(self) -> npt.NDArray[np.float32]:
        """Return how much more often than by chance the winner of a simulation of this search
        owned each point (Coulom 2009): in [-0.5, 0.5], shape (size, size), row 0 at the bottom.

        :raises RuntimeError: as ``snapshot``.
        """

    def move_ownership(self, point: int) -> npt.NDArray[np.float32] | None:
        """Return the ownership after a move of the root, by this search's simulations alone.

        Shape and meaning as in the report; None unless ``keep_move_ownership`` was asked for
        before the search. :raises RuntimeError: as ``snapshot``.
        """
