"""The kind of a mistake in words: what was overlooked.

``kinds_of`` asks the functions of ``tactics``, ``shapes`` and ``places`` in the order of how much
they explain.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gtpengine.base.text.language import later
from gtpengine.review.mistakes import places, shapes, strategy, tactics, values
from gtpengine.review.mistakes.mistake import Mistake
from gtpengine.review.searching.model import MistakeKind

MOST: Final = 2
"""Kinds that are named of a mistake, of those that were overlooked on the board."""

NAMES: Final = {
    "passed too early": later("passed too early"),
    "self-atari": later("self-atari"),
    "capture missed": later("capture missed"),
    "atari overlooked": later("atari overlooked"),
    "ladder": later("ladder"),
    "ko": later("ko"),
    "double atari": later("double atari"),
    "snapback": later("snapback"),
    "net": later("net"),
    "connection missed": later("connection missed"),
    "cut missed": later("cut missed"),
    "race lost": later("race lost"),
    "group died": later("group died"),
    "kill missed": later("kill missed"),
    "dead stone": later("dead stone"),
    "own territory": later("own territory"),
    "wrong order": later("wrong order"),
    "first line": later("first line"),
    "lost sente": later("lost sente"),
    "no answer": later("no answer"),
    "too small": later("too small"),
    "wrong atari": later("wrong atari"),
    "vital point missed": later("vital point missed"),
    "ko threat wasted": later("ko threat wasted"),
    "reverse sente missed": later("reverse sente missed"),
    "gote": later("gote"),
    "unnecessary defence": later("unnecessary defence"),
    "overconcentrated": later("overconcentrated"),
    "too close to thickness": later("too close to thickness"),
    "direction": later("direction"),
}
"""What the kinds are called."""

TACTICS: Final[tuple[Callable[[Mistake], MistakeKind | None], ...]] = (
    tactics.passed_early,
    tactics.self_atari,
    tactics.missed_capture,
    tactics.missed_rescue,
    tactics.failing_ladder,
    tactics.missed_ladder,
    tactics.ladder_threat,
    tactics.broken_ladder,
    shapes.into_snapback,
    shapes.snapback,
    shapes.double_atari,
    shapes.double_atari_allowed,
    shapes.net,
    tactics.ko,
    shapes.race,
    shapes.connection,
    shapes.cut,
    values.ko_threat,
    tactics.group_died,
    tactics.let_live,
    shapes.wrong_atari,
)
"""What was overlooked on the board, that first which says most."""

PLACES: Final[tuple[Callable[[Mistake], MistakeKind | None], ...]] = (
    places.lost_stone,
    places.own_territory,
    places.wrong_order,
    shapes.vital_point,
    places.edge_move,
    places.no_answer,
    strategy.too_close_to_thickness,
    strategy.overconcentrated,
    strategy.unnecessary_defence,
    values.lost_sente,
    values.reverse_sente,
    values.gote,
    strategy.direction,
    places.too_small,
)
"""Moves in the wrong place, asked for where nothing was overlooked."""


def kinds_of(mistake: Mistake) -> tuple[MistakeKind, ...]:
    """Return the kinds of a mistake, at most ``MOST``; an empty answer where no kind is known."""
    for functions, most in ((TACTICS, MOST), (PLACES, 1)):
        found = (function(mistake) for function in functions)
        if kinds := [kind for kind in found if kind is not None][:most]:
            return tuple(kinds)
    return ()
