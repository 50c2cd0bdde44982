"""What engines say while they analyse, a line of ``lz-analyze`` or ``kata-analyze`` at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from board_ext.position import Position
from gtpengine.programs.judgement import JudgedPosition, judgement_of, nonsense

KATA: Final = "kata-analyze"
LEELA: Final = "lz-analyze"

_LISTS: Final = frozenset(
    (
        "pv",
        "pvVisits",
        "pvEdgeVisits",
        "ownership",
        "ownershipStdev",
        "movesOwnership",
        "movesOwnershipStdev",
    )
)
"""Names that any number of values follow."""
_VALUE: Final = re.compile(r"[a-hj-t]\d{1,2}|pass|[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|nan", re.I)
_LEELA_SCALE: Final = 10_000.0
"""What Leela Zero writes for 1: win rates and priors are whole numbers there."""


def judged(line: str, command: str, position: Position, side: int) -> JudgedPosition | None:
    """Return what a line says; None where it names no move that was searched, as remarks do.

    :param command: ``KATA`` or ``LEELA``, which decides what the numbers mean.
    :param side: ``BLACK`` or ``WHITE``: whom the numbers are for.
    :raises RefusedError: when it makes no sense.
    """
    if not line.startswith("info "):
        return None
    try:
        answer = _answer(line, 1.0 if command == KATA else _LEELA_SCALE)
        searched = any(int(move.get("visits", 0)) > 0 for move in answer["moveInfos"])
    except ValueError as error:
        raise nonsense(str(error)) from None
    if not searched:
        return None
    return judgement_of(answer, position, None, side=side, partly=True)


def _answer(line: str, scale: float) -> dict[str, Any]:
    """Return a line as KataGo's JSON has the same.

    :raises ValueError: when it is no such line.
    """
    moves: list[dict[str, Any]] = []
    root: dict[str, Any] = {}
    whole: dict[str, Any] = {}
    here = root
    for name, values in _fields(line.split()):
        if name == "info":
            here = {"order": len(moves)}
            moves.append(here)
        elif name == "rootInfo":
            here = root
        elif name == "ownership":
            whole[name] = [float(value) for value in values]
        elif name == "pv":
            here[name] = values
        elif name in ("winrate", "prior"):
            here[name] = float(values[0]) / scale
        elif name in ("scoreLead", "scoreMean", "scoreStdev"):
            here[name] = float(values[0])
        elif name in ("move", "visits", "order"):
            here[name] = values[0]
    for place in (root, *moves):
        if "scoreMean" in place:  # of older versions
            place.setdefault("scoreLead", place["scoreMean"])
    return whole | {"moveInfos": moves, "rootInfo": _best(moves) | root}


def _best(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the best move says of the position, for programs that do not say themselves."""
    if not moves:
        return {}
    best = min(moves, key=lambda move: int(move["order"]))
    return {name: best[name] for name in ("winrate", "scoreLead", "scoreStdev") if name in best} | {
        "visits": sum(int(move.get("visits", 0)) for move in moves)
    }


def _fields(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each name with its values.

    :raises ValueError: when a name has none.
    """
    place = 0
    while place < len(words):
        name = words[place]
        first = end = place + 1
        if name in _LISTS:
            while end < len(words) and _VALUE.fullmatch(words[end]):
                end += 1
        elif name not in ("info", "rootInfo"):
            end += 1
            if end > len(words):
                raise ValueError(f"{name[:40]!r} has no value")
        yield name, words[first:end]
        place = end
