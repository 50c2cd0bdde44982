"""The searcher: owns the tree and the threads, and answers with reports."""

from collections.abc import Sequence

from board_ext.position import Position
from gtpengine.mcts.params import SearchParams
from gtpengine.mcts.report import SearchReport
from gtpengine.mcts.stoppers import Limits, Stopper

LOOK_INTERVAL: float

class Searcher:
    """Monte-Carlo tree search from one position at a time.

    One thread owns a searcher and calls its methods, except ``stop`` and ``snapshot``, which any
    thread may call at any time. With one thread and a limit in simulations, equal seeds give equal
    trees.
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

    def set_threads(self, threads: int) -> None:
        """Search with this many threads, 1 to 1024.

        :raises ValueError: for another number. :raises MemoryError: leaving the number as it was.
        """

    def set_memory(self, memory_mb: int) -> None:
        """Limit the tree to this many megabytes (2**20 bytes); forgets the tree when it changes.

        :raises ValueError: outside 1 to 1048576. :raises MemoryError: when the system refuses.
        """

    def set_seed(self, seed: int) -> None:
        """Start the random streams anew and forget the tree."""

    def clear(self) -> None:
        """Forget the tree and the position."""

    def set_position(self, position: Position) -> None:
        """Search from a position next; the tree stays when it continues the last one.

        The position is copied. Clears an earlier `stop`.
        """

    def search(self, limits: Limits, stop_conditions: Sequence[Stopper] = ()) -> SearchReport:
        """Search until a limit is reached, a stopper says so or ``stop`` is called.

        Blocks; other Python threads run meanwhile.

        :raises RuntimeError: without a position. :raises MemoryError: when the memory limit has no
            room for the moves of the root.
        """

    def stop(self) -> None:
        """Make a search that runs return within some milliseconds."""

    def snapshot(self) -> SearchReport:
        """Return the state of the search, running or ended.

        :raises RuntimeError: without a position.
        """
