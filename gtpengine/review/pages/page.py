"""The page of a review: one HTML file that needs no network and no server."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from gtpengine.base.text.language import _, _n, later, number
from gtpengine.game.results import result_words
from gtpengine.game.rulenames import rules_words
from gtpengine.review.pages.figures import blacks, compared
from gtpengine.review.pages.summary import PHASES
from gtpengine.review.searching.model import PlayerSummary, Review, ValueWithError
from gtpengine.web.pages import as_script, environment, texts_as_script

COLORS: Final = {"b": later("Black"), "w": later("White")}


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
            texts=texts_as_script("web/board.js", "web/texts.js", "review.js"),
        )
    )


def _data(review: Review) -> dict[str, Any]:
    """Return what the script shows: the review, and its figures as people read them."""
    data = review.to_dict()
    data["figures"] = [asdict(blacks(review, k)) for k in range(len(review.moves) + 1)]
    data["result_words"] = str(result_words(review.result))
    for move, told in zip(review.moves, data["moves"], strict=True):
        told["compared"] = asdict(compared(review, move))
    return data


def title_of(black: str, white: str, otherwise: str) -> str:
    """Return the heading of a game between two names; ``otherwise`` where both are empty."""
    if black and white:
        return f"{black} - {white}"
    if black or white:
        names = {"black": black or _("Unnamed"), "white": white or _("Unnamed")}
        return _("{black} (Black) - {white} (White)", **names)
    return otherwise


def _facts(review: Review) -> list[str]:
    facts = [
        f"{review.size}x{review.size}",
        _("{rules} rules", rules=rules_words(review.rules)),
        _("komi {komi:g}", komi=review.komi),
    ]
    if review.handicap:
        facts.append(_n("{count} handicap stone", "{count} handicap stones", review.handicap))
    facts.append(_n("{count} move", "{count} moves", len(review.moves)))
    if review.result:
        result = f"{review.result} ({result_words(review.result)})"
        facts.append(_("result {result}", result=result))
    return facts + [text for text in (review.date, review.event) if text]


def _row(player: PlayerSummary) -> dict[str, Any]:
    """Return the texts of a player's row in the summary."""
    return {
        "color": player.color,
        "name": player.name or str(COLORS[player.color]),
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
    return number(points.value, ".1f")


def _percent(count: int, of: int) -> str:
    return number(count / of, ".0%") if of else "-"
