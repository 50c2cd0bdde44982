"""What the head tells a member, and what it answers; both are pickled on their way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from board_ext.position import Position
from gtpengine.cluster.digests.exchange import Digest, Origin


@dataclass(frozen=True)
class SearchTask:
    """A position to search, and how.

    ``number`` tells tasks apart. Tasks of one ``lineage`` are positions of one line of play:
    ``moves`` are those since its first. ``origin`` is what the digests of the position are of. A
    member forgets its tree when ``clears`` changes, and begins its random streams anew when
    ``seed`` does. ``params`` are values of ``SearchParams`` by name.
    """

    number: int
    lineage: int
    moves: tuple[int, ...]
    clears: int
    seed: int
    position: Position
    origin: Origin
    params: Mapping[str, object]
    avoid: Mapping[tuple[int, int], int] = field(default_factory=dict)
    komi_offset: float = 0.0

    def moves_since(self, lineage: int, moves: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the moves from an earlier position to this one; None when none lead here."""
        if lineage != self.lineage or moves != self.moves[: len(moves)]:
            return None
        return self.moves[len(moves) :]


@dataclass(frozen=True)
class Order:
    """What a member should do now, and what it does not know yet.

    ``task`` comes only where it differs from the last order's. With ``anew`` a member
    forgets its tree first: what it knows is told again. A member that does not ``search`` rests.
    ``share`` and ``depth`` say which nodes it tells of (``SharingSearcher.digest``).
    ``simulations`` is the most that it makes in its task. A member that searches by itself answers
    after them.
    """

    search: bool
    task: SearchTask | None = None
    anew: bool = False
    news: Digest | None = None
    share: float = 0.01
    depth: int = 500
    simulations: int = 0


@dataclass(frozen=True)
class MemberAnswer:
    """What a member has to tell since its last answer; ``news`` is of the position of its task.

    ``simulations`` are its own in the task ``number``; ``members`` is of how many machines.
    """

    number: int
    lineage: int
    moves: tuple[int, ...]
    simulations: int = 0
    news: Digest | None = None
    members: int = 1
