"""Merging several books into one.

Games and visits add up. In grown books games are those of the first book that has any, because all
may come from the same records. Values of searches are averaged by visits for moves that nothing in
the merged book follows; the others are backed up by negamax, so a refutation in one book holds in
all (``growth`` has the same values, except for moves that no longer count there). Books of the same
games are refused, since each game would count twice: those of one build, and of records with the
same names and as many games. When only some names are the same, the user is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any, Final

from gtpengine.books.bookfile import BookError, Header
from gtpengine.books.canonical import board_frame
from gtpengine.books.table import Table
from gtpengine.books.walk import walk

from board_ext.coords import PASS

BUILD: Final = "gtpengine book build"
_MOST_ROUNDS: Final = 1000


def merge(tables: Sequence[Table], tell: Callable[[str], None] = lambda _: None) -> Table:
    """Return one table of all entries, for as many moves and as much komi as all books allow.

    ``tell`` hears of games that may count twice.

    :raises BookError: when the books are of different kinds, sizes, komi or rules, or two of them
        have the same content or count the same games.
    """
    first = tables[0]
    for table in tables[1:]:
        _check_alike(first.header, table.header)
    for one, other in combinations(tables, 2):
        _check_other(one, other, tell)
    grown = first.header.decides == "search"
    result = Table(_joined_header([table.header for table in tables]))
    for table in tables:
        for key, entry in table.entries.items():
            counted = entry.games or (key in result.entries and result.entries[key].games)
            before = result.entry(key).met
            known = {m.point for m in result.moves(key) if m.games}
            for move in entry.moves:
                if grown and move.point in known:  # both may have asked the same records
                    move = replace(move, games=0, half_wins=0)
                result.add(key, entry.movers, move)
            if counted:
                joined = result.entries[key]
                joined.games, joined.half_wins = (
                    a + b for a, b in zip(before, entry.met, strict=True)
                )
    if grown and len(tables) > 1:
        back_up(result)
    return result


def back_up(table: Table) -> None:
    """Give each followed move the value of the position after it to the opponent, negated.

    Positions that no line of the book reaches stay as they are. When captures lead back to a
    position, values would run in circles; they are left as they are after some rounds.
    """
    followed = []
    for visit in walk(table):
        for point, move in visit.moves:
            if point == PASS:
                continue
            after = visit.position.copy()
            after.play(point)
            child = table.entry(board_frame(after, after.to_play).key)
            if any(reply.value is not None for reply in child.moves):
                followed.append((move, child))
    # Longest lines first, so that one round is enough when no stone was captured.
    followed.reverse()
    for _ in range(_MOST_ROUNDS):
        changed = False
        for move, child in followed:
            value = 1.0 - max(m.value for m in child.moves if m.value is not None)
            changed = changed or move.value != value
            move.value = value
        if not changed:
            return


def _check_alike(ours: Header, theirs: Header) -> None:
    for what in ("kind", "sizes", "region", "komi", "rules", "decides"):
        if getattr(ours, what) != getattr(theirs, what):
            raise BookError(
                f"books of different {what} cannot be merged:"
                f" {getattr(ours, what)} and {getattr(theirs, what)}"
            )


def _check_other(one: Table, other: Table, tell: Callable[[str], None]) -> None:
    """Refuse books whose games or searches would count twice; warn where some might."""
    if one.entries and one.entries == other.entries:
        raise BookError("two of these books are the same one, and would count twice; give one")
    if one.header.decides != "games":
        return

    def builds(table: Table) -> list[Mapping[str, Any]]:
        return [s for s in table.header.provenance if str(s.get("command")).startswith(BUILD)]

    for ours, theirs in product(builds(one), builds(other)):
        if ours == theirs:
            raise BookError(
                "two of these books were made by the same build, and its games would count twice"
                f" ({ours.get('command')}); give one of them, or build one book of all records"
            )
        files = sorted(_files(ours) & _files(theirs))
        if not files:
            continue
        if all(ours.get(what) == theirs.get(what) for what in ("records", "games")):
            raise BookError(
                f"two of these books count {ours.get('games'):,} games of {', '.join(files)}, which"
                " would count twice; give one of them, or build one book of all records (where"
                " these are other files of the same name, rename them before)"
            )
        tell(
            f"two of these books are of games in {', '.join(files)}: if these are the same files,"
            " their games count twice; build one book of all records then"
        )


def _files(step: Mapping[str, Any]) -> set[str]:
    """Return the names of the records of a build, without the ranks whose moves counted."""
    return {str(name).partition(":")[0] for name in step.get("records", ())}


def _joined_header(headers: Sequence[Header]) -> Header:
    steps = [step for header in headers for step in header.provenance]
    asked = [header.moves for header in headers]
    return replace(
        headers[0],
        moves=max(asked) if all(asked) else 0,
        komi_tolerance=min(header.komi_tolerance for header in headers),
        provenance=tuple(step for i, step in enumerate(steps) if step not in steps[:i]),
    )
