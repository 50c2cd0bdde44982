"""Rules of the game as a value.

``Rules`` holds everything in which the rule sets differ: the ko rule, whether a move may remove its
own stones, how the game is counted, what White gets for handicap stones, and the usual komi.

A name means the same as in KataGo's ``kata-set-rules``, because graphical clients send that. Not
done: pass stones (AGA area counting gives the same result without them), group tax
(``stone-scoring``) and the button (``aga-button``); under territory scoring, points in a seki count
nothing only when the caller says which chains stand in seki.
"""

from __future__ import annotations

import difflib
import enum
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, SupportsFloat


class Ko(enum.Enum):
    """The repetitions that are forbidden."""

    SIMPLE = "simple"
    """A single stone may not at once recapture the single stone that captured it."""
    POSITIONAL = "positional"
    """No move may recreate an earlier arrangement of the stones."""
    SITUATIONAL = "situational"
    """No move may recreate an earlier arrangement with the same player to move."""


class Scoring(enum.Enum):
    """The ways to count a finished game."""

    AREA = "area"
    """Stones on the board and the empty points that they surround."""
    TERRITORY = "territory"
    """Surrounded empty points, and prisoners."""


class HandicapBonus(enum.Enum):
    """Points that White receives under area scoring for N handicap stones."""

    NONE = "0"
    """None."""
    N = "N"
    """A point for each stone."""
    N_MINUS_ONE = "N-1"
    """A point for each stone but the first."""

    def points(self, handicap: int) -> int:
        """Return the points for ``handicap`` stones. A single stone is no handicap and gives
        nothing."""
        if handicap < 2 or self is HandicapBonus.NONE:
            return 0
        return handicap if self is HandicapBonus.N else handicap - 1


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set.

    ``name`` is how people and GTP call it, ``ko`` says which repetitions are forbidden, ``scoring``
    how a game is counted, ``handicap_bonus`` what White gets for handicap stones.

    ``suicide`` is about several stones. The suicide of a single stone is always forbidden: it
    leaves the board as it was, which every superko rule forbids, and simple ko treats it the same.
    ``komi`` is the usual one of these rules; a game may use another (``Position.komi``).

    :raises TypeError: when a value is of another kind.
    :raises ValueError: when a number is out of range.
    """

    name: str
    ko: Ko
    suicide: bool
    scoring: Scoring
    handicap_bonus: HandicapBonus
    komi: float
    removes_dead: bool = True
    """Whether dead stones come off by agreement after two passes; else all count as alive."""
    capture: int = 0
    """Stones to capture: the first side that has captured them wins. A pass loses. 0: counted."""

    def __post_init__(self) -> None:
        """Refuse what is no value of a field: a text for a kind would be taken for another.

        :raises TypeError: when a value is of another type, and ValueError when out of range.
        """
        kinds = {"ko": Ko, "scoring": Scoring, "handicap_bonus": HandicapBonus}
        for name, kind in kinds.items():
            if not isinstance(getattr(self, name), kind):
                members = ", ".join(str(member) for member in kind)
                raise TypeError(f"{name} {getattr(self, name)!r}: give {members}")
        if not isinstance(self.name, str):
            raise TypeError(f"name {self.name!r}: give a text")
        if isinstance(self.komi, str | bool) or not isinstance(self.komi, SupportsFloat):
            raise TypeError(f"komi {self.komi!r}: give a number of points")
        for name in ("suicide", "removes_dead"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} {getattr(self, name)!r}: give True or False")
        if isinstance(self.capture, bool) or not isinstance(self.capture, int):
            raise TypeError(f"capture {self.capture!r}: give a number of stones")
        if self.capture < 0:
            raise ValueError(f"capture {self.capture}: give a number of stones, 0 or more")


CHINESE: Final = Rules("chinese", Ko.SIMPLE, False, Scoring.AREA, HandicapBonus.N, 7.5)
TROMP_TAYLOR: Final = Rules(
    "tromp-taylor", Ko.POSITIONAL, True, Scoring.AREA, HandicapBonus.NONE, 7.5, False
)
JAPANESE: Final = Rules("japanese", Ko.SIMPLE, False, Scoring.TERRITORY, HandicapBonus.NONE, 6.5)

_SETS: Final = (
    CHINESE,
    # The servers enforce superko as the Chinese rules are written; tournaments do not.
    Rules("chinese-kgs", Ko.POSITIONAL, False, Scoring.AREA, HandicapBonus.N, 7.5),
    Rules("chinese-ogs", Ko.POSITIONAL, False, Scoring.AREA, HandicapBonus.N, 7.5),
    TROMP_TAYLOR,
    # CGOS counts all stones as alive and forbids suicide; komi is 7 on its 9x9 server.
    Rules("cgos", Ko.POSITIONAL, False, Scoring.AREA, HandicapBonus.NONE, 7.5, False),
    Rules("aga", Ko.SITUATIONAL, False, Scoring.AREA, HandicapBonus.N_MINUS_ONE, 7.5),
    Rules("bga", Ko.SITUATIONAL, False, Scoring.AREA, HandicapBonus.N_MINUS_ONE, 7.5),
    Rules("new-zealand", Ko.SITUATIONAL, True, Scoring.AREA, HandicapBonus.NONE, 7.0),
    JAPANESE,
    Rules("korean", Ko.SIMPLE, False, Scoring.TERRITORY, HandicapBonus.NONE, 6.5),
)

RULES: Final[Mapping[str, Rules]] = MappingProxyType({rules.name: rules for rules in _SETS})

MOST_CAPTURES: Final = 9


def _capture_game(stones: int) -> Rules:
    """Return the rules of atari go: the first side to capture the stones wins. A pass loses."""
    name = f"capture-{stones}"
    return Rules(name, Ko.SIMPLE, False, Scoring.AREA, HandicapBonus.NONE, 0.0, False, stones)


CAPTURE_GAMES: Final[Mapping[str, Rules]] = MappingProxyType(
    {rules.name: rules for rules in map(_capture_game, range(1, MOST_CAPTURES + 1))}
)
"""``capture-1`` to ``capture-9``, the first game of many learners."""

ALL_RULES: Final[Mapping[str, Rules]] = MappingProxyType({**RULES, **CAPTURE_GAMES})

# What the four names of the KGS command kgs-rules mean there.
_KGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "chinese": "chinese-kgs",
        "aga": "aga",
        "japanese": "japanese",
        "new_zealand": "new-zealand",
    }
)


def rules_named(name: str) -> Rules:
    """Return the rule set called ``name``, in any case, with ``-``, ``_`` or blanks between the
    words.

    :raises ValueError: when the name is unknown; the message gives the nearest and all names.
    """
    return ALL_RULES[_known_name(name, ALL_RULES, "-")]


def kgs_rules_named(name: str) -> Rules:
    """Return the rule set that the KGS server means by ``name`` (``chinese`` has superko there).

    :raises ValueError: when the name is unknown; the message gives the nearest and all names.
    """
    return RULES[_KGS[_known_name(name, _KGS, "_")]]


def _known_name(name: str, known: Mapping[str, object], joint: str) -> str:
    """Return ``name`` as ``known`` spells it, with ``joint`` between the words.

    :raises ValueError: when it is not in ``known``.
    """
    wanted = joint.join(name.strip().lower().replace("_", " ").replace("-", " ").split())
    if wanted in known:
        return wanted
    near = difflib.get_close_matches(wanted, known, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}? " if near else ""
    raise ValueError(f"unknown rules {name!r}: {hint}known are {', '.join(known)}")
