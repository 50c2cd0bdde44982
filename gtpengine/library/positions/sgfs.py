"""From SGF text to a position, as positions and games of the library both need it."""

from __future__ import annotations

from board_ext.position import Position as CorePosition
from board_ext.rules import Rules
from gtpengine.game.replay import replayed
from gtpengine.game.sgf import SgfGame, read_game
from gtpengine.library.values.checks import shown
from gtpengine.library.values.points import komi_of, rules_of
from gtpengine.sgf.error import SgfError


def checked(sgf: str | bytes) -> str | bytes:
    """Return what may be SGF.

    :raises TypeError: when it is neither text nor bytes.
    """
    if not isinstance(sgf, str | bytes):
        raise TypeError(f"SGF is text or bytes, not {shown(sgf)}")
    return sgf


def read_sgf(sgf: str | bytes) -> SgfGame:
    """Return the main line of the first game in SGF text.

    :raises SgfError: when it is no game of Go.
    """
    sgf = checked(sgf)
    if isinstance(sgf, str) and "(" not in sgf and "\n" not in sgf:
        raise SgfError("no SGF: it has no '('; to read a file use gtpengine.Game.read(path)")
    return read_game(sgf)


def replay(
    record: SgfGame, rules: Rules | str | None, komi: float | None, number: int | None = None
) -> CorePosition:
    """Return the position of a record after ``number`` moves, or at its end.

    Rules and komi that are None are taken from the record, or are the usual ones.

    :raises SgfError: when a move is illegal.
    """
    terms = record.terms(None if rules is None else rules_of(rules))
    points = komi_of(komi, terms.komi)
    return replayed(record, terms.rules, points, None if number is None else number + 1)
