"""The words of mistakes for beginners: without terms of Go that they have not learned yet.

Players below 15k, as the record says, get them; kinds and points are the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gtpengine.base.text.language import Text, later, later_n
from gtpengine.game.ranks import rank_number
from gtpengine.review.searching.model import MistakeKind

BELOW: Final = rank_number("15k")
"""Players weaker than this are beginners."""

_USUAL_AND_PLAIN: Final = (
    (
        "Self-atari: after {point} {count} stone can be taken at once.",
        later_n(
            "After {point} the other side can take {count} stone at once.",
            "After {point} the other side can take {count} stones at once.",
            0,
        ),
    ),
    (
        "Atari overlooked: {count} stone at {point} could be taken; {best} saves it.",
        later_n(
            "The next move could take {count} stone at {point}; {best} saves it.",
            "The next move could take {count} stones at {point}; {best} saves them.",
            0,
        ),
    ),
    (
        "Ran in a ladder that works: {count} stone at {point} cannot get away.",
        later_n(
            "Running does not help: {count} stone at {point} cannot get away.",
            "Running does not help: {count} stones at {point} cannot get away.",
            0,
        ),
    ),
    (
        "Chased {count} stone at {point} in a ladder that does not work.",
        later_n(
            "Chased {count} stone at {point}, which gets away.",
            "Chased {count} stones at {point}, which get away.",
            0,
        ),
    ),
    (
        "Chased {count} stone at {point} in a ladder that does not work: {breaker} is a ladder"
        " breaker.",
        later_n(
            "Chased {count} stone at {point}, which gets away with the help of {breaker}.",
            "Chased {count} stones at {point}, which get away with the help of {breaker}.",
            0,
        ),
    ),
    (
        "Missed a ladder breaker: {best} helps {count} stone at {point}, which a ladder catches"
        " now.",
        later_n(
            "{best} would have helped {count} stone at {point} to run away.",
            "{best} would have helped {count} stones at {point} to run away.",
            0,
        ),
    ),
    (
        "Missed a ladder: {best} catches {count} stone at {point}.",
        later_n(
            "{best} would have caught {count} stone at {point}: it cannot run away.",
            "{best} would have caught {count} stones at {point}: they cannot run away.",
            0,
        ),
    ),
    (
        "Did not see a ladder: {count} stone at {point} can be caught; {best} prevents it.",
        later_n(
            "{count} stone at {point} can be chased and caught; {best} prevents it.",
            "{count} stones at {point} can be chased and caught; {best} prevents it.",
            0,
        ),
    ),
    (
        "Ko: {best} takes the ko.",
        later("{best} takes a stone that the other side may not take back at once."),
    ),
    (
        "Ko: {best} ends the ko.",
        later("{best} ends the taking and taking back of a stone."),
    ),
    (
        "Missed a double atari: {move} threatens the stones at {one} and {other}.",
        later("{move} threatens to take the stones at {one} and at {other}: one of them is lost."),
    ),
    (
        "Did not see a double atari: {move} threatens the stones at {one} and {other}.",
        later("{move} threatens to take the stones at {one} and at {other}: one is lost."),
    ),
    (
        "Missed a snapback: {best} catches {count} stone.",
        later_n(
            "{best} gives a stone, and takes {count} stone back.",
            "{best} gives a stone, and takes {count} stones back.",
            0,
        ),
    ),
    (
        "Ran into a snapback: after {point} {count} stone is taken back.",
        later_n(
            "{point} took a bait: {count} stone is taken back.",
            "{point} took a bait: {count} stones are taken back.",
            0,
        ),
    ),
    (
        "Missed a net: {best} encloses {count} stone at {point}.",
        later_n(
            "{best} closes the way out for {count} stone at {point}.",
            "{best} closes the way out for {count} stones at {point}.",
            0,
        ),
    ),
    (
        "A capturing race was lost: the stones at {point} against those at {enemy};"
        " {best} wins the race.",
        later(
            "Either the stones at {point} or those at {enemy} had to die; {best} saves the first."
        ),
    ),
    (
        "Atari from the wrong side: {best} was the side from which to attack {count} stone at"
        " {point}.",
        later_n(
            "{best} was the side from which to attack {count} stone at {point}.",
            "{best} was the side from which to attack {count} stones at {point}.",
            0,
        ),
    ),
    (
        "Ko threat wasted: {point} is answered at {answer}, and is no threat in the ko at {taken}"
        " any more.",
        later(
            "{point} is answered at {answer}. Keep such a move until a stone was taken at {taken}."
        ),
    ),
    (
        "Lost sente: {best} is answered at {answer}; {point} is not answered. That costs"
        " {points:.1f} points.",
        later(
            "{best} makes the other side answer at {answer}; {point} does not. That costs"
            " {points:.1f} points."
        ),
    ),
    (
        "Missed a reverse sente at {best}: the other side plays {answer} now and is answered at"
        " {next}. That costs {points:.1f} points.",
        later(
            "{best} was large for both sides: now {answer} has to be answered at {next}. That costs"
            " {points:.1f} points."
        ),
    ),
    (
        "Gote: {point} is not answered, the other side takes {best}. That costs {points:.1f}"
        " points.",
        later(
            "Nobody has to answer {point}: the other side takes {best}. That costs {points:.1f}"
            " points."
        ),
    ),
    (
        "Overconcentrated: the stones around {point} are strong already; {best} is larger.",
        later("The stones around {point} need no more help; {best} is larger."),
    ),
    (
        "Too close to thickness: {point} is weak near the strong stones at {wall}; {best} keeps"
        " away from them.",
        later("{point} is too close to the strong stones at {wall}; {best} keeps away from them."),
    ),
)

PLAIN: Final = dict(_USUAL_AND_PLAIN)
"""The usual message -> the plain one, with the same values."""


def is_beginner(rank: str) -> bool:
    """Return whether a player of a rank gets plain words; not where the rank is unknown."""
    try:
        return rank_number(rank.strip().rstrip("?")) < BELOW
    except ValueError:
        return False


def plain(kind: MistakeKind) -> MistakeKind:
    """Return a kind in plain words."""
    found = PLAIN.get(kind.text.message)
    if found is None:
        return kind
    return replace(kind, text=Text(found.message, kind.text.values, found.many))
