"""Terms of a game and points of a board, as words that a person types."""

from __future__ import annotations

from argparse import ArgumentTypeError
from dataclasses import replace

from board_ext.coords import COLUMNS, MAX_SIZE, MIN_SIZE, parse_color, vertex_to_point
from gtpengine.base.arguments import numbers
from gtpengine.base.text.language import later
from gtpengine.game.handicap import MOST_HANDICAP
from gtpengine.play import ladder
from gtpengine.play.teaching import parse_sharpness
from gtpengine.play.terms import PlaySettings, parse_clock
from gtpengine.play.trouble import PlayError


def changed_terms(terms: PlaySettings, words: list[str]) -> PlaySettings:
    """Return ``terms`` with what pairs of words change: ``size 9 rank 12k``.

    :raises PlayError: when they cannot be.
    """
    if len(words) % 2:
        raise PlayError(later("Say what changes in pairs, as in: new size 9 rank 12k"))
    if not words:
        return ladder.next_game(terms)
    options = dict(terms.options)
    fields: dict[str, object] = {"komi": None, "rung": None}
    teaching: dict[str, object] = {}
    climbs = False
    for name, text in zip(words[::2], words[1::2], strict=True):
        try:
            match name.lower():
                case "size":
                    fields["size"] = numbers.whole(MIN_SIZE, MAX_SIZE)(text)
                case "handicap":
                    fields["handicap"] = numbers.whole(0, MOST_HANDICAP)(text)
                case "komi":
                    fields["komi"] = numbers.komi(text)
                case "color" | "colour":
                    fields["color"] = parse_color(text)
                case "rules":
                    fields["rules"] = text
                case "name":
                    fields["person"] = text
                case "clock" | "time":
                    fields["clock"] = parse_clock(text)
                case "rank" | "level":
                    options = {n: t for n, t in options.items() if n not in ("rank", "level")}
                    options[name.lower()] = text
                case "sure":
                    teaching["sharpness"] = parse_sharpness(text)
                case "my-rank":
                    teaching["rank"] = text
                case "verdict":
                    teaching["verdict"] = text
                case "analysis":
                    teaching["analysis"] = _switch(text)
                case "ladder":
                    climbs = _switch(text)
                case _:
                    known = (
                        "size, handicap, komi, color, rules, clock, rank, name, sure, my-rank,"
                        " verdict, analysis, ladder"
                    )
                    raise PlayError(
                        later(
                            "Nothing is called {name!r}: known are {known}.", name=name, known=known
                        )
                    )
        except ArgumentTypeError as error:  # names the text
            raise PlayError(later("{name} cannot be {why}.", name=name, why=str(error))) from None
        except ValueError as error:
            why = f"{text!r}: {error}"
            raise PlayError(later("{name} cannot be {why}.", name=name, why=why)) from None
    fields["teaching"] = replace(terms.teaching, **teaching)  # type: ignore[arg-type]
    changed = replace(terms, options=options, **fields)  # type: ignore[arg-type]
    if climbs:
        return ladder.terms_of(ladder.load(ladder.default_path()).rung, changed)
    return changed


def _switch(text: str) -> bool:
    """Read ``on`` or ``off``.

    :raises ValueError: when the text is neither.
    """
    if text.lower() not in ("on", "off"):
        raise ValueError("on or off")
    return text.lower() == "on"


def point_named(name: str, size: int) -> int:
    """Return a point of the board, or PASS.

    :raises PlayError: when the board has no such point; the message says which it has.
    """
    try:
        return vertex_to_point(name, size)
    except ValueError:
        raise PlayError(
            later(
                "{name} is not a point of this board: columns {columns}, rows 1 to {size}.",
                name=name,
                columns=COLUMNS[:size],
                size=size,
            )
        ) from None
