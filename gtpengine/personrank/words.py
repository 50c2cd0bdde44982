"""A person's ranks in words, for the terminal and the browser, and as JSON."""

from __future__ import annotations

from typing import Any, Final

from gtpengine.base.text.language import Text, _, _n, joined, later
from gtpengine.base.text.plain import plain
from gtpengine.game.ranks import rank_name
from gtpengine.personrank.estimate import SURE, PersonRank
from gtpengine.personrank.ranking import Ranking

MOST_NAMED: Final = 3
"""Games left out for one reason that are named."""


def lines(ranking: Ranking) -> list[str]:
    """Return the ranks in words, a line for each board, and what to know about them."""
    if not ranking.ranks:
        return [_("No game tells the rank of {name}.", name=plain(ranking.person))]
    shown = [_("{name}, by the moves of these games:", name=plain(ranking.person))]
    for board, one in ranking.ranks.items():
        shown.append(
            _(
                "{board}: {rank}, with {sure:.0%} certainty {low} to {high} ({games})",
                board=f"{board}x{board}",
                rank=rank_name(one.rank),
                low=_bound(one.low, weaker=True, is_open=one.low_open),
                high=_bound(one.high, weaker=False, is_open=one.high_open),
                sure=SURE,
                games=_n("{count} game", "{count} games", one.games),
            )
        )
    for board, one in ranking.ranks.items():
        if one.games < ranking.played[board]:
            shown.append(
                _(
                    "On {board} the last {count} of {all} games count.",
                    board=f"{board}x{board}",
                    count=one.games,
                    all=ranking.played[board],
                )
            )
    if 19 in ranking.ranks:
        shown.append(_("On 19x19 there were few games of people to compare with."))
    if ranking.said:
        shown.append(_("The records say: {ranks}.", ranks=plain(joined(ranking.said))))
    return shown


def _bound(rank: float, *, weaker: bool, is_open: bool) -> Text | str:
    """Return an end of the interval; an open end says that the person may be beyond."""
    name = rank_name(rank)
    if not is_open:
        return name
    return (
        later("{rank} or weaker", rank=name) if weaker else later("{rank} or stronger", rank=name)
    )


def left_out_lines(ranking: Ranking) -> list[str]:
    """Return what does not count, a line for each reason."""
    names: dict[str, list[str]] = {}
    for one in ranking.left_out:
        names.setdefault(plain(str(one.reason)), []).append(plain(one.name))
    return [
        _n(
            "{count} game left out ({why}): {names}",
            "{count} games left out ({why}): {names}",
            len(found),
            why=why,
            names=joined([*found[:MOST_NAMED], *(["..."] if len(found) > MOST_NAMED else [])]),
        )
        for why, found in names.items()
    ]


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """Return the ranks for JSON; ``number`` is a rank as in ``gtpengine.game.ranks``."""
    return {
        "player": ranking.person,
        "said": list(ranking.said),
        "leftOut": [{"name": one.name, "reason": str(one.reason)} for one in ranking.left_out],
        "ranks": [_json(board, one, ranking.played[board]) for board, one in ranking.ranks.items()],
    }


def _json(board: int, one: PersonRank, played: int) -> dict[str, Any]:
    return {
        "board": board,
        "rank": rank_name(one.rank),
        "low": rank_name(one.low),
        "high": rank_name(one.high),
        "lowOpen": one.low_open,
        "highOpen": one.high_open,
        "number": round(one.rank, 2),
        "games": one.games,
        "played": played,
        "moves": one.moves,
    }
