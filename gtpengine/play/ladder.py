"""A ladder of games on 9x9: a win climbs a rung, a loss falls one, and the rung is remembered.

Upwards handicap stones become fewer, then White gets komi, then the opponent is seven to ten ranks
stronger and stones are back. A rung is one to six ranks above the one below, because a stone on
9x9 is worth six ranks.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from board_ext.coords import BLACK
from gtpengine.base.files import filelock
from gtpengine.base.files.userpath import data_folder, read_regular
from gtpengine.base.files.wholefile import whole_file
from gtpengine.base.text.language import Text, _, later, later_n
from gtpengine.game.ranks import rank_number
from gtpengine.play.terms import PlaySettings
from gtpengine.play.trouble import PlayError

SIZE: Final = 9

OPPONENTS: Final = {"25k": (4, 3, 2, 0), "15k": (2, 0), "5k": (2, 0), "3d": (0,)}
"""The opponents, upwards, and the handicap stones that each gives before an even game."""

NO_KOMI: Final = 0.5

PATIENCE: Final = 5.0
"""Seconds that a program waits for another program that changes the ladder."""

LARGEST: Final = 1 << 20
"""Most bytes of a file that is read."""


@dataclass(frozen=True, slots=True)
class Rung:
    """The terms of the games of a rung; the person is Black. ``komi`` None is the usual komi."""

    rank: str
    handicap: int
    komi: float | None

    @property
    def text(self) -> Text:
        """The terms in words: ``against 3d, even game``."""
        if self.handicap:
            terms = later_n("{count} handicap stone", "{count} handicap stones", self.handicap)
        else:
            terms = later("even game") if self.komi is None else later("you begin, no komi")
        return later("against {rank}, {terms}", rank=self.rank, terms=terms)


def _rungs() -> tuple[Rung, ...]:
    found = []
    for rank, handicaps in OPPONENTS.items():
        found += [Rung(rank, stones, None if stones else NO_KOMI) for stones in handicaps]
        found.append(Rung(rank, 0, None))
    return tuple(found)


RUNGS: Final = _rungs()
"""The rungs, upwards."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands: the number of the rung of the next game, from 0; the highest rung so
    far; the games that counted, and the games won."""

    rung: int = 0
    best: int = 0
    games: int = 0
    won: int = 0

    @property
    def text(self) -> Text:
        """Where the person stands, as a sentence."""
        games = later("no game yet")
        if self.games:
            games = later("{won} of {games} games won", won=self.won, games=self.games)
        return later(
            "Rung {rung} of {rungs} ({terms}); {games}.",
            rung=self.rung + 1,
            rungs=len(RUNGS),
            terms=RUNGS[self.rung].text,
            games=games,
        )

    def to_json(self) -> dict[str, Any]:
        """Return everything a page shows, as ``json.dumps`` takes it."""
        rungs = [str(rung.text) for rung in RUNGS]
        return asdict(self) | {"text": str(self.text), "rungs": rungs}


def default_path() -> Path:
    """Return where a person's rung is remembered."""
    return data_folder() / "ladder.json"


def load(path: Path) -> Standing:
    """Return where the person stands; on the lowest rung where there is no file.

    :raises PlayError: when the file cannot be read or used; the message says what to do.
    """
    try:
        found = json.loads(read_regular(path, LARGEST))
        standing = Standing(**found)
        fields = asdict(standing)
        whole = all(type(value) is int and value >= 0 for value in fields.values())
        if not whole or not standing.rung <= standing.best < len(RUNGS):
            raise ValueError
        if standing.won > standing.games:
            raise ValueError
    except FileNotFoundError:
        return Standing()
    except OSError as error:
        why = error.strerror
        raise PlayError(
            _("The ladder cannot be read: {path}: {why}.", path=path, why=why)
        ) from None
    except (ValueError, TypeError, RecursionError):
        raise PlayError(_("{path} is no ladder: remove or rename the file.", path=path)) from None
    return standing


def save(path: Path, standing: Standing) -> None:
    """Write where the person stands, wholly or not at all.

    :raises PlayError: when the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(f"{json.dumps(asdict(standing), indent=2)}\n".encode())
    except OSError as error:
        raise _not_kept(path, error) from None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other programs from changing the ladder between ``load`` and ``save``.

    :raises PlayError: when another program keeps the ladder for ``PATIENCE`` seconds.
    """
    end = time.monotonic() + PATIENCE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_suffix(".lock").open("ab") as file:
            while not filelock.take(file.fileno()):
                if time.monotonic() > end:
                    raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
                time.sleep(0.01)
            yield
    except OSError as error:
        raise _not_kept(path, error) from None


def _not_kept(path: Path, error: OSError) -> PlayError:
    why = error.strerror
    return PlayError(_("The ladder cannot be kept: {path}: {why}.", path=path, why=why))


def begun_at(rank: str, standing: Standing) -> Standing:
    """Return the standing of a person who goes to the even game that is nearest to a rank.

    :raises PlayError: when the text is no rank.
    """
    try:
        number = rank_number(rank)
    except ValueError as error:
        raise PlayError(_("The ladder begins at a rank: {error}.", error=error)) from None
    even = [at for at, rung in enumerate(RUNGS) if rung.komi is None and not rung.handicap]
    rung = min(even, key=lambda at: abs(rank_number(RUNGS[at].rank) - number))
    return replace(standing, rung=rung, best=max(standing.best, rung))


def terms_of(rung: int, like: PlaySettings) -> PlaySettings:
    """Return the terms of a game on a rung; rules, clock, name and teaching are as in ``like``.

    :raises PlayError: when captures decide, because such games have no ranks.
    """
    if like.rule_set.capture:
        raise PlayError(_("The ladder has games of territory: choose other rules."))
    found = RUNGS[rung]
    strength = ("rank", "level", "simulations", "time_per_move")
    options = {name: text for name, text in like.options.items() if name not in strength}
    options["rank"] = found.rank
    return replace(
        like,
        size=SIZE,
        color=BLACK,
        handicap=found.handicap,
        komi=found.komi,
        options=options,
        rung=rung,
    )


def next_game(like: PlaySettings) -> PlaySettings:
    """Return the terms of the game after a game on these terms: on the ladder the rung is new.

    :raises PlayError: when the file of the ladder cannot be used.
    """
    return like if like.rung is None else terms_of(load(default_path()).rung, like)


def after_game(path: Path, rung: int, won: bool | None, helped: bool) -> Text:
    """Remember a game of a rung; return what it changes, as a sentence.

    :param won: None for a draw, which changes nothing; nor does a win with help.
    :raises PlayError: when the file cannot be used.
    """
    with alone(path):
        return _after_game(path, rung, won, helped)


def _after_game(path: Path, rung: int, won: bool | None, helped: bool) -> Text:
    standing = load(path)
    if standing.rung != rung:
        return _told(later("This game does not count: the ladder has gone on meanwhile."), standing)
    if won and helped:
        return _told(later("With hints or moves taken back a win does not climb."), standing)
    step = 0 if won is None else 1 if won else -1
    at = min(max(rung + step, 0), len(RUNGS) - 1)
    now = Standing(at, max(standing.best, at), standing.games + 1, standing.won + bool(won))
    save(path, now)
    if at == rung:
        return _told(later("You stay."), now)
    return _told(later("You climb.") if at > rung else later("You fall."), now)


def _told(what: Text, standing: Standing) -> Text:
    return Text("{what} {standing}", {"what": what, "standing": standing.text})
