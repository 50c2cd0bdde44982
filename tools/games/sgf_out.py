"""Game records as SGF, with win rates and times in the comments."""

from __future__ import annotations

from board_ext.coords import vertex_to_point
from gtpengine.game.sgf import game_tree
from gtpengine.sgf.points import name_of
from gtpengine.sgf.tree import SgfNode, write

from .game import GameRecord, Opening


def record_to_sgf(record: GameRecord, event: str = "") -> bytes:
    """Return the record as an SGF file. Win rates are the mover's, in per cent."""
    settings = record.settings
    opening = record.opening
    root = game_tree(
        settings.size,
        settings.komi,
        settings.rules,
        opening.handicap,
        _points(opening.black, settings.size),
        _points(opening.white, settings.size),
        application="gtpengine:match",
        texts={
            "PB": record.black,
            "PW": record.white,
            "RE": record.result,
            "DT": (record.started or "")[:10],
            "EV": event,
        },
    )
    _set_turn(root, opening)
    notes = [f"opening {opening.name}, seed {record.seed}", f"end: {record.termination}"]
    if record.detail:
        notes.append(record.detail)
    root.set_text("C", "\n".join(notes))
    node = root
    for color, vertex in opening.moves:
        node = _add(node, color, vertex, settings.size)
    for move in record.moves:
        if move.vertex == "resign":
            continue
        node = _add(node, move.color, move.vertex, settings.size)
        comment = f"{move.seconds:.2f} s"
        if move.winrate is not None:
            comment += f", win rate {100 * move.winrate:.1f} %"
        if move.comment:
            comment += f"\n{move.comment}"
        node.set_text("C", comment)
    return write([root])


def _set_turn(root: SgfNode, opening: Opening) -> None:
    turn = opening.moves[0][0] if opening.moves else opening.to_play
    root.set_raw("PL", turn.upper().encode())


def _points(vertices: tuple[str, ...], size: int) -> list[int]:
    return [vertex_to_point(vertex, size) for vertex in vertices]


def _add(node: SgfNode, color: str, vertex: str, size: int) -> SgfNode:
    return node.add_child({color.upper(): [name_of(vertex_to_point(vertex, size), size)]})
