"""The arguments of the analysis commands of Leela Zero and KataGo.

``[COLOR] [INTERVAL] KEY VALUE...``: colour and interval are optional. Unknown keys are refused,
because clients find out by trying which keys are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from board_ext.coords import PASS, parse_color
from board_ext.position import Position
from gtpengine.gtp.arguments import Args, shorten

KATA_FLAGS: Final = frozenset(
    {
        "rootInfo",
        "ownership",
        "ownershipStdev",
        "movesOwnership",
        "movesOwnershipStdev",
        "pvVisits",
        "pvEdgeVisits",
        "noResultValue",
    }
)

MIN_INTERVAL: Final = 0.01
MAX_INTERVAL: Final = 1e8
MAX_DEPTH: Final = 2**31 - 1


@dataclass(slots=True)
class AnalyzeArgs:
    """A client's wishes for an analysis.

    ``interval`` is in seconds, None when the client gave no interval. ``avoid`` maps (colour,
    point) to the depth down to which the move is left out. ``flags`` has the true flags of
    ``KATA_FLAGS``.
    """

    color: int
    interval: float | None = None
    min_moves: int = 0
    max_moves: int | None = None
    avoid: dict[tuple[int, int], int] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()


def parse_analyze(args: Args, position: Position, flags: frozenset[str]) -> AnalyzeArgs:
    """Read all arguments; ``flags`` are the keys of ``KATA_FLAGS`` that the command accepts.

    :raises GtpError: when anything is not understood.
    """
    found = AnalyzeArgs(position.to_play)
    color = _color(args.peek())
    if color is not None:
        found.color = color
        args.word("colour")
    if _is_number(args.peek()):
        found.interval = _interval(args)
    allowed: set[int] = set()
    avoided: set[int] = set()
    while len(args):
        key = args.word("key")
        if key == "interval":
            found.interval = _interval(args)
        elif key == "minmoves":
            found.min_moves = _count(args, key)
        elif key == "maxmoves":
            found.max_moves = max(1, _count(args, key))
        elif key in ("avoid", "allow"):
            side = args.color()
            points = _points(args, position.size)
            depth = args.integer("depth")
            if not 1 <= depth <= MAX_DEPTH:
                raise args.error("depth must be at least 1")
            if key == "allow":
                if side in allowed:
                    raise args.error("allow may be given once for each colour")
                points = {*range(position.size**2), PASS} - points
            (allowed if key == "allow" else avoided).add(side)
            if allowed & avoided:
                raise args.error("avoid and allow cannot both be given for a colour")
            for point in points:
                found.avoid[side, point] = max(depth, found.avoid.get((side, point), 0))
        elif key in flags:
            found.flags = found.flags | {key} if _boolean(args, key) else found.flags - {key}
        else:
            raise args.error(f"unknown key {shorten(key)}")
    return found


def _color(word: str) -> int | None:
    try:
        return parse_color(word)
    except ValueError:
        return None


def _is_number(word: str) -> bool:
    return word[:1] in set("+-.0123456789") and word != ""


def _interval(args: Args) -> float:
    centiseconds = args.number("interval")
    if centiseconds < 0:
        raise args.error("interval must not be negative")
    return min(max(centiseconds / 100, MIN_INTERVAL), MAX_INTERVAL)


def _count(args: Args, what: str) -> int:
    count = args.integer(what)
    if count < 0:
        raise args.error(f"{what} must not be negative")
    return count


def _points(args: Args, size: int) -> set[int]:
    """Take vertices separated by commas; ``pass`` is a vertex, too."""
    names = [name for name in args.word("vertices").split(",") if name]
    if not names:
        raise args.error("vertices missing")
    return {Args((name,), args.usage).vertex(size) for name in names}


def _boolean(args: Args, what: str) -> bool:
    word = args.word(what).lower()
    if word not in ("true", "false"):
        raise args.error(f"{what} must be true or false, not {shorten(word)}")
    return word == "true"
