"""Start positions for paired games: from SGF files, from a list of moves, or built in.

Built in are ``empty``, ``stars`` and ``balanced``. ``stars`` has all first moves of Black on the
third to fifth lines that differ under symmetry, each with White's reply on the opposite point. On a
board too small for that it is the empty board. ``balanced`` comes from the lists in ``data``, which
``gtpengine book openings`` made.

A list is a text file (``.txt``). Its first line is ``boardsize`` and a number; each other line has
the moves of one start position, Black first. ``#`` begins a comment.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from gtpengine.tools.running.leftout import leave_out

from board_ext.coords import (
    BLACK,
    WHITE,
    color_name,
    opponent,
    point_to_vertex,
    vertex_to_point,
)
from board_ext.position import IllegalMoveError, Position
from board_ext.rules import CHINESE
from gtpengine.base.files.userpath import read_regular
from gtpengine.game.handicap import fixed_handicap, max_fixed_handicap
from gtpengine.game.replay import put_stones, replayed
from gtpengine.game.sgf import SgfMove, ToPlay, initial_player, read_file
from gtpengine.sgf.error import SgfError

from .game import Opening

BUILT_IN = ("empty", "stars", "balanced")
#: Bytes of the longest list.
LARGEST = 16 << 20


class OpeningError(ValueError):
    """A set of openings that cannot be used."""


def load_openings(source: str, size: int) -> list[Opening]:
    """Return the openings of ``source``: a built-in name, a list, an SGF file or a folder of these.

    The opening is the main line of a record with its set-up stones. The SGF files of a folder are
    read in the order of their names.

    :raises OpeningError: if a file cannot be read or has another board size
    """
    if source == "empty":
        return [Opening()]
    if source == "stars":
        return _stars(size)
    if source == "balanced":
        return _balanced(size)
    path = Path(source)
    if path.is_dir():
        files = sorted(path.glob("*.sgf"))
        if not files:
            raise OpeningError(f"{source}: no .sgf files in this folder")
    elif path.is_file() and path.suffix == ".txt":
        return read_list(path, size)
    elif path.is_file():
        files = [path]
    else:
        names = ", ".join(BUILT_IN)
        raise OpeningError(f"openings {source!r}: no such folder or file; built in are {names}")
    return _of_files(files, size)


def _of_files(files: Sequence[Path], size: int) -> list[Opening]:
    """Return the openings of SGF files; of several, those that cannot be used are left out.

    :raises OpeningError: if none can be used
    """
    found: list[Opening] = []
    errors: list[OpeningError] = []
    for file in files:
        try:
            found.append(read_opening(file, size))
        except OpeningError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    for wrong in errors:
        leave_out(str(wrong))
    if errors:
        print(f"{len(found)} of {len(files)} openings are used", file=sys.stderr)
    return found


def handicap_opening(size: int, stones: int) -> Opening:
    """Return the start position with handicap stones on the star points, as GTP places them.

    :raises OpeningError: if GTP has no such placement
    """
    most = max_fixed_handicap(size)
    if not 2 <= stones <= most:
        places = f"places for 2 to {most}" if most else "no places for handicap stones"
        raise OpeningError(f"--handicap {stones}: a {size}x{size} board has {places}")
    black = tuple(point_to_vertex(point, size) for point in fixed_handicap(size, stones))
    return Opening(f"handicap-{stones}", black, to_play="w", handicap=stones)


def read_list(file: Path, size: int) -> list[Opening]:
    """Return the openings of a list of moves; the head of this module describes its format.

    :raises OpeningError: if it cannot be read, has another board size or an illegal move
    """
    try:
        text = read_regular(file, LARGEST).decode()
    except (OSError, ValueError) as error:
        raise OpeningError(f"{file}: {error}") from error
    return _listed(text, file.stem, str(file), size)


def _balanced(size: int) -> list[Opening]:
    folder = resources.files("gtpengine.tools.games").joinpath("data")
    sizes = sorted(int(f.name[8:-4]) for f in folder.iterdir() if f.name.startswith("balanced"))
    if size not in sizes:
        shown = ", ".join(f"{n}x{n}" for n in sizes)
        raise OpeningError(
            f"openings 'balanced' are for {shown}; for {size}x{size} give stars or a folder, or"
            f" make some: gtpengine book openings --size {size} --output my{size}.txt"
        )
    name = f"balanced{size}.txt"
    return _listed(folder.joinpath(name).read_text(encoding="utf-8"), "balanced", name, size)


def _listed(text: str, name: str, source: str, size: int) -> list[Opening]:
    found: list[Opening] = []
    begun = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if not begun:
            begun = True
            if words != ["boardsize", str(size)]:
                raise OpeningError(
                    f"{source}, line {number}: {' '.join(words)[:40]!r} instead of boardsize {size}"
                )
            continue
        position = Position(size)
        try:
            for vertex in words:
                position.play(vertex_to_point(vertex, size))
        except (IllegalMoveError, ValueError) as error:
            raise OpeningError(f"{source}, line {number}: {error}") from error
        moves = tuple(zip("bw" * len(words), words, strict=False))
        to_play = "bw"[len(moves) % 2]
        found.append(Opening(f"{name}-{len(found) + 1:03d}", moves=moves, to_play=to_play))
    if not found:
        raise OpeningError(f"{source}: no start positions")
    return found


def read_opening(file: Path, size: int) -> Opening:
    """Return the opening of an SGF file.

    :raises OpeningError: if it cannot be read or has another board size
    """
    try:
        record = read_file(str(file))
        replayed(record, CHINESE, 0.0)
    except SgfError as error:
        raise OpeningError(f"{file}: {error}") from error
    if record.size != size:
        raise OpeningError(f"{file}: is for {record.size}x{record.size}, not {size}x{size}")
    start = Position(size)
    moves: list[tuple[str, str]] = []
    to_play = initial_player(record)
    for step in record.steps:
        if isinstance(step, SgfMove):
            moves.append((color_name(step.color)[0], point_to_vertex(step.point, size)))
            to_play = opponent(step.color)
        elif isinstance(step, ToPlay):
            to_play = step.color
        elif moves:
            raise OpeningError(f"{file}: stones are set up after move {len(moves)}")
        else:
            put_stones(start, step)
    black, white = (
        tuple(point_to_vertex(p, size) for p in range(size**2) if start.color_at(p) == color)
        for color in (BLACK, WHITE)
    )
    return Opening(file.stem, black, white, tuple(moves), color_name(to_play)[0])


def shuffled(openings: Sequence[Opening], seed: int) -> list[Opening]:
    """Return the openings in an order that ``seed`` decides."""
    order = list(openings)
    random.Random(seed).shuffle(order)
    return order


def _stars(size: int) -> list[Opening]:
    half = (size + 1) // 2
    low = min(2, half - 1)
    high = min(4, half - 1)
    found = []
    for row in range(low, high + 1):
        for col in range(low, row + 1):
            first = row * size + col
            reply = (size - 1 - row) * size + (size - 1 - col)
            if first == reply:
                continue
            names = point_to_vertex(first, size), point_to_vertex(reply, size)
            found.append(
                Opening("-".join(names), moves=(("b", names[0]), ("w", names[1])), to_play="b")
            )
    return found or [Opening()]
