"""From SGF text to a position, as positions and games of the library both need it."""

from __future__ import annotations

from board_ext.position import Position as CorePosition
from board_ext.rules import Rules, sgf_rules_named
from gtpengine.game.records import komi_of
from gtpengine.game.replay import replayed
from gtpengine.game.sgf import SgfError, SgfGame, read_game
from gtpengine.library.points import rules_of


def read_sgf(sgf: str | bytes) -> SgfGame:
    """Return the main line of the first game in SGF text.

    :raises SgfError: when it is no game of Go.
    """
    if isinstance(sgf, str) and "(" not in sgf:
        raise SgfError("no SGF: it has no '('; to read a file use gtpengine.Game.read(path)")
    return read_game(sgf)


def replay(
    record: SgfGame, rules: Rules | str | None, komi: float | None, number: int | None = None
) -> CorePosition:
    """Return the position of a record after ``number`` moves, or at its end.

    Rules and komi that are None are those of the record, or the usual ones.

    :raises SgfError: when a move is illegal, or the rules are not known here.
    """
    under = _rules_of(record) if rules is None else rules_of(rules)
    if komi is None:
        komi = under.komi if record.komi is None else komi_of(str(record.komi)) or 0.0
    return replayed(record, under, komi, None if number is None else number + 1)


def _rules_of(record: SgfGame) -> Rules:
    name = record.texts.get("RU", "").strip()
    try:
        return sgf_rules_named(name) if name else rules_of("chinese")
    except ValueError as error:
        raise SgfError(f"{error}; say which to use: rules='chinese'") from None
