"""Game records as SGF, with win rates and times in the comments."""

from __future__ import annotations

from sgfmill import sgf

from board_ext.coords import PASS, vertex_to_point

from .game import GameRecord, Opening


def record_to_sgf(record: GameRecord, event: str = "") -> bytes:
    """Return the record as an SGF file. Win rates are the mover's, in per cent."""
    settings = record.settings
    game = sgf.Sgf_game(settings.size)
    root = game.get_root()
    root.set("PB", _text(record.black))
    root.set("PW", _text(record.white))
    root.set("KM", settings.komi)
    root.set("RU", _text(settings.rules))
    root.set("RE", record.result)
    root.set("AP", ("gtpengine", "match"))
    if record.started:
        root.set("DT", _text(record.started[:10]))
    if event:
        root.set("EV", _text(event))
    notes = [f"opening {record.opening.name}, seed {record.seed}", f"end: {record.termination}"]
    if record.detail:
        notes.append(record.detail)
    root.set("C", _text("\n".join(notes)))
    _set_up(root, record.opening, settings.size)
    for color, vertex in record.opening.moves:
        _add(game, color, vertex, settings.size)
    for move in record.moves:
        if move.vertex == "resign":
            continue
        node = _add(game, move.color, move.vertex, settings.size)
        comment = f"{move.seconds:.2f} s"
        if move.winrate is not None:
            comment += f", win rate {100 * move.winrate:.1f} %"
        if move.comment:
            comment += f"\n{move.comment}"
        node.set("C", _text(comment))
    return bytes(game.serialise())


def _set_up(root: sgf.Tree_node, opening: Opening, size: int) -> None:
    black = [_cell(vertex, size) for vertex in opening.black]
    white = [_cell(vertex, size) for vertex in opening.white]
    if black or white:
        root.set_setup_stones(black, white)
    if opening.handicap:
        root.set("HA", opening.handicap)
    root.set("PL", opening.moves[0][0] if opening.moves else opening.to_play)


def _add(game: sgf.Sgf_game, color: str, vertex: str, size: int) -> sgf.Tree_node:
    node = game.extend_main_sequence()
    node.set_move(color, None if vertex == "pass" else _cell(vertex, size))
    return node


def _text(raw: str) -> str:
    """Return the text with what UTF-8 cannot hold replaced: engines' arguments may be any bytes."""
    return raw.encode("utf-8", "replace").decode()


def _cell(vertex: str, size: int) -> tuple[int, int]:
    point = vertex_to_point(vertex, size)
    assert point != PASS
    row, col = divmod(point, size)
    return row, col
