"""The page of a review: one HTML file that needs no network and no server."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from gtpengine.game.results import result_words
from gtpengine.review.figures import blacks, compared
from gtpengine.review.model import PlayerSummary, Review, ValueWithError, counted
from gtpengine.review.summary import PHASES
from gtpengine.web.pages import as_script, environment

COLORS: Final = {"b": "Black", "w": "White"}


def page(review: Review) -> str:
    """Return the whole page."""
    return (
        environment("gtpengine.review")
        .get_template("review.html")
        .render(
            title=title_of(review.players["b"].name, review.players["w"].name, review.title),
            review=review,
            facts=_facts(review),
            rows=[_row(review.players[color]) for color in COLORS],
            phases=PHASES,
            data=as_script(_data(review)),
        )
    )


def _data(review: Review) -> dict[str, Any]:
    """Return what the script shows: the review, and its figures as people read them."""
    data = review.to_dict()
    data["figures"] = [asdict(blacks(review, k)) for k in range(len(review.moves) + 1)]
    data["result_words"] = result_words(review.result)
    for move, told in zip(review.moves, data["moves"], strict=True):
        told["compared"] = asdict(compared(review, move))
    return data


def title_of(black: str, white: str, otherwise: str) -> str:
    """Return the heading of a game between two names; ``otherwise`` where both are empty."""
    if black and white:
        return f"{black} - {white}"
    if black or white:
        return f"{black or 'Unnamed'} (Black) - {white or 'Unnamed'} (White)"
    return otherwise


def _facts(review: Review) -> list[str]:
    facts = [f"{review.size}x{review.size}", f"{review.rules} rules", f"komi {review.komi:g}"]
    if review.handicap:
        facts.append(f"{review.handicap} handicap stones")
    facts.append(counted(len(review.moves), "move"))
    if review.result:
        facts.append(f"result {review.result} ({result_words(review.result)})")
    return facts + [text for text in (review.date, review.event) if text]


def _row(player: PlayerSummary) -> dict[str, Any]:
    """Return the texts of a player's row in the summary."""
    return {
        "color": player.color,
        "name": player.name or COLORS[player.color],
        "rank": player.rank,
        "whole": player.whole,
        "best": _percent(player.whole.best, player.whole.moves),
        "lost": _lost(player.whole.points) if player.whole.moves else "-",
        "phases": [
            _lost(share.points) if (share := player.phases[phase]).moves else "-"
            for phase in PHASES
        ],
        "worst": player.worst,
    }


def _lost(points: ValueWithError) -> str:
    return f"{points.value:.1f}"


def _percent(count: int, of: int) -> str:
    return f"{100 * count / of:.0f} %" if of else "-"
