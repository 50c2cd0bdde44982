"""The table of claims: results that papers published, and how to repeat each.

The table is a TOML file; the program's own is ``data/claims.toml``:

    width = 0.07              # when a match has games enough, as in a study
    least = 40
    most = 200

    [[program]]
    name = "gnugo-10"
    title = "GNU Go 3.8, level 10"
    command = "gnugo --mode gtp --level 10 --chinese-rules"

    [[claim]]
    name = "rave-gnugo"
    says = "RAVE in the place of UCT"
    paper = "Gelly and Silver 2011, figure 5"
    size = 9
    simulations = 3000        # a move; or seconds
    against = "gnugo-10"      # both sides play it; without it they play each other
    preset = "mogo-2007"      # of both sides
    on = []                   # what the side of the claim has
    off = ["rave_equivalence=0", "tree_policy=ucb1"]
    published = 0.55          # share of games that the side of the claim won, or "better"
    published_without = 0.24  # by the other, where both play a program
    published_games = 2300    # behind each share; 0 when the paper does not say
    quoted = false            # whether another text tells the shares, and nobody read the paper
    differs = ""              # where our set-up is not the paper's
    why = ""                  # why our figure is another, once it is known
"""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from gtpengine.base.arguments import commandwords
from gtpengine.lab.study.tables import choosing
from gtpengine.lab.study.tables.reading import (
    MatchEnding,
    TableError,
    content_of,
    ending_of,
    name_of,
    no_twins,
    number,
    only_keys,
    preset_of,
    settings_of,
    tables,
    text_of,
)

SHIPPED: Final = Path(__file__).with_name("data") / "claims.toml"

BETTER: Final = "better"
"""What stands in the place of a share where the paper has none."""

PARTS: Final = ("with", "without", "both")
"""The matches of a claim: either side against a program, or both sides against each other."""


@dataclasses.dataclass(frozen=True, slots=True)
class Opponent:
    """Another engine that claims name as their opponent."""

    name: str
    title: str
    command: str

    @property
    def is_there(self) -> bool:
        """Whether this machine has it."""
        return shutil.which(commandwords.split(self.command)[0]) is not None


@dataclasses.dataclass(frozen=True, slots=True)
class ClaimSide:
    """One of the two engines of a claim; ``settings`` are texts NAME=VALUE."""

    preset: str
    settings: tuple[str, ...]
    simulations: int
    seconds: float

    @property
    def options(self) -> str:
        """What the command line has beside the name of the program. No paper of the claims has a
        network of ours, and no preset either."""
        words = ["--preset", self.preset] if self.preset else ["--set", "network=none"]
        if self.simulations:
            words += ["--simulations", str(self.simulations)]
        else:
            words += ["--time-per-move", f"{self.seconds:g}"]
        for setting in self.settings:
            words += ["--set", setting]
        return commandwords.joined(words)


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """A published result. ``against`` is None where its sides play each other.

    ``published`` is None where the paper says *better* and no number.
    """

    name: str
    says: str
    paper: str
    size: int
    komi: float
    openings: str
    against: Opponent | None
    with_it: ClaimSide
    without: ClaimSide
    published: float | None
    published_without: float | None
    published_games: int
    quoted: bool = False
    differs: str = ""
    why: str = ""

    def points(self) -> list[Point]:
        """Return the matches that repeat it."""
        parts = PARTS[:2] if self.against else PARTS[2:]
        return [Point(self, part) for part in parts]

    @property
    def limit(self) -> str:
        """How much a move may take, in words."""
        texts = list(dict.fromkeys(_limit(side) for side in (self.with_it, self.without)))
        return " against ".join(texts)


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """One match of a claim."""

    claim: Claim
    part: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which ``--only`` finds it."""
        board = f"{self.claim.size}x{self.claim.size}"
        program = self.claim.against.name if self.claim.against else "ourselves"
        return self.claim.name, board, program

    def __str__(self) -> str:
        return f"{self.claim.name}, {self.part}" if self.claim.against else self.claim.name

    @property
    def settings(self) -> str:
        """What decides play besides the version of the engine.

        Claims with the same match share its games.
        """
        claim = self.claim
        other = claim.against.command if claim.against else claim.without.options
        return f"{claim.size} {claim.komi:g} {claim.openings} | {self._first.options} | {other}"

    @property
    def _first(self) -> ClaimSide:
        """The side that is the first engine."""
        return self.claim.without if self.part == "without" else self.claim.with_it

    def engines(self, command: str) -> tuple[str, str]:
        """Return both engines as NAME=COMMAND; ``command`` starts a gtpengine.

        The names know nothing of the claim, because another may share the match.
        """
        claim = self.claim
        ours = f"{command} {self._first.options}"
        if claim.against:
            return f"gtpengine={ours}", f"{claim.against.name}={claim.against.command}"
        return f"with={ours}", f"without={command} {claim.without.options}"


@dataclasses.dataclass(frozen=True, slots=True)
class Claims:
    """A whole table."""

    ending: MatchEnding
    claims: tuple[Claim, ...]

    def points(self) -> list[Point]:
        """Return all matches, by claim."""
        return [point for claim in self.claims for point in claim.points()]


def _limit(side: ClaimSide) -> str:
    return f"{side.simulations:,} simulations" if side.simulations else f"{side.seconds:g} s"


def chosen(points: Sequence[Point], only: Sequence[str]) -> list[Point]:
    """Return the matches that have all the words of one of the texts of ``--only``.

    :raises TableError: for a word that no match has
    """
    return choosing.chosen(points, only, "claim, board or program", "a claim, 9x9 or a program")


def read_claims(path: Path) -> Claims:
    """Read a table of claims.

    :raises TableError: when the file is no table of claims
    :raises OSError: when it cannot be read
    """
    content = content_of(path)
    try:
        only_keys(content, "the table", ("width", "least", "most", "program", "claim"))
        programs = [_program(one) for one in tables(content, "program")]
        no_twins("programs", [program.name for program in programs])
        known = {program.name: program for program in programs}
        claims = tuple(_claim(one, known) for one in tables(content, "claim"))
        no_twins("claims", [claim.name for claim in claims])
        return Claims(ending_of(content, 0.07, 40, 200), claims)
    except TableError as error:
        raise TableError(f"{path}: {error}") from None


def _program(content: dict[str, Any]) -> Opponent:
    what = f"[[program]] {content.get('name', '')}".rstrip()
    only_keys(content, what, [field.name for field in dataclasses.fields(Opponent)])
    command = text_of(content, what, "command", needed=True)
    try:
        words = commandwords.split(command)
    except ValueError as error:
        raise TableError(f"{what}: its command has {str(error).lower()}") from None
    if not words:
        raise TableError(f"{what} needs command = a text")
    return Opponent(name_of(content, what), text_of(content, what, "title", needed=True), command)


_KEYS: Final = (
    "name", "says", "paper", "size", "komi", "openings", "simulations", "simulations_without",
    "seconds", "against", "preset", "preset_without", "on", "off", "published",
    "published_without", "published_games", "quoted", "differs", "why",
)  # fmt: skip


def _claim(content: dict[str, Any], programs: Mapping[str, Opponent]) -> Claim:
    what = f"[[claim]] {content.get('name', '')}".rstrip()
    only_keys(content, what, _KEYS)
    name = name_of(content, what)
    against = text_of(content, what, "against")
    if against and against not in programs:
        raise TableError(f"{what}: there is no [[program]] of the name {against!r}")
    is_better = content.get("published") == BETTER
    if (bool(against) and not is_better) != ("published_without" in content):
        raise TableError(
            f"{what} needs published_without with a program in against and a number, and only then"
        )
    quoted = content.get("quoted", False)
    if type(quoted) is not bool:
        raise TableError(f"{what}: quoted is true or false")
    with_it, without = _sides(content, what)
    if with_it == without:
        raise TableError(f"{what}: its sides do not differ")
    return Claim(
        name=name,
        says=text_of(content, what, "says", needed=True),
        paper=text_of(content, what, "paper", needed=True),
        size=int(number(content, "size", 9, 2, 19)),
        komi=number(content, "komi", 7.5, -400, 400),
        openings=text_of(content, what, "openings") or "empty",
        against=programs.get(against),
        with_it=with_it,
        without=without,
        published=None if is_better else number(content, "published", -1, 0, 1),
        published_without=(
            number(content, "published_without", -1, 0, 1) if against and not is_better else None
        ),
        published_games=int(number(content, "published_games", 0, 0, 1e9)),
        quoted=quoted,
        differs=text_of(content, what, "differs"),
        why=text_of(content, what, "why"),
    )


def _sides(content: Mapping[str, Any], what: str) -> tuple[ClaimSide, ClaimSide]:
    """Return the side of the claim and the other; what is not said of the other is as here."""
    simulations = int(number(content, "simulations", 0, 0, 2_000_000_000))
    seconds = number(content, "seconds", 0.0, 0.0, 86_400)
    if bool(simulations) == bool(seconds):
        raise TableError(f"{what} needs simulations or seconds, one of them")
    less = int(number(content, "simulations_without", simulations, 0, 2_000_000_000))
    preset = preset_of(content, what, "preset")
    other = preset_of(content, what, "preset_without") if "preset_without" in content else preset
    on, off = (settings_of(content, what, key) for key in ("on", "off"))
    return ClaimSide(preset, on, simulations, seconds), ClaimSide(other, off, less, seconds)
