"""Topics of test positions, from the words about them and from what their accepted moves do.

Words come from the suite's and the collection's names and from the comments above the test. On the
board an accepted move counts as ``ladder`` if it captures a chain in a ladder or escapes from one.
It counts as ``nakade`` if it is the vital point of a small eye space. It counts as ``semeai`` if it
is a liberty of one of two adjacent chains of three or more stones and whoever moves wins the race
(see ``ladder.pxd`` and ``nakade.pxd`` of ``board_ext/tactics``, ``semeai.pxd`` of
``board_ext/solvers``). A test may have several topics. The rules are heuristic: counts by topic are
for finding faults, and comparable only with each other.
"""

from __future__ import annotations

import re
from typing import Final

from board_ext.coords import BLACK, EMPTY, WHITE, opponent, vertex_to_point
from board_ext.position import Position
from board_ext.solvers.semeai import race
from board_ext.tactics.probe import Probe
from gtpengine.base.files.userpath import read_regular
from gtpengine.game.sgf import read_file, read_game
from gtpengine.session.engine import Engine

from .suites import LARGEST_RECORD, SuiteBlock, SuiteStep, loaded

#: Topic to the words that show it, in the order of tables.
WORDS: Final = {
    "ladder": r"ladder",
    "nakade": r"nakade|vital point|bulky|rabbit",
    "semeai": r"semeai|capturing race",
    "seki": r"\bseki",
    "ko": r"\bko\b",
    "snapback": r"snap ?back",
    "net": r"\bnets?\b",
    "life and death": r"tsumego|life and death|owl|\blives?\b|\bkills?\b|\balive\b|\beyes?\b",
    "tesuji": r"tesuji",
    "two safe groups": r"two safe groups",
    "connection": r"connect|\bcuts?\b|splitting",
    "endgame": r"end ?game|filllib|\bdame\b",
    "opening": r"fuseki|joseki|opening",
}
OTHER: Final = "other"
TOPICS: Final = (*WORDS, OTHER)

#: A chain with more liberties, or fewer stones, is not in a race.
RACE_LIBERTIES: Final = 8
RACE_STONES: Final = 3

COLORS: Final = {"b": BLACK, "w": WHITE}
_VERTEX: Final = re.compile(r"[A-HJ-T]\d{1,2}", re.IGNORECASE)


def topics(block: SuiteBlock) -> tuple[str, ...]:
    """Return the topics of a block with one test.

    :raises ValueError: when its position cannot be set up.
    """
    step = block.steps[-1]
    said = f"{step.test} {step.note}"
    found = {name for name, words in WORDS.items() if re.search(words, said, re.IGNORECASE)}
    found |= _on_board(position_of(block), step)
    return tuple(name for name in WORDS if name in found) or (OTHER,)


def accepted_moves(step: SuiteStep) -> list[str]:
    """Return the vertices that pass the test.

    Returns none if the test names the moves that fail, or more than vertices.
    """
    expect = step.expect
    if expect is None or expect.negated or expect.winrate is not None:
        return []
    words = expect.pattern.strip("()").split("|")
    return words if all(_VERTEX.fullmatch(word) for word in words) else []


def board_size(block: SuiteBlock) -> int:
    """Return the size of the last position's board without building it; 19 if nothing says."""
    size = 19
    for step in block.steps:
        words = step.command.split()
        if words[0] == "boardsize":
            size = int(words[1])
        elif words[0] == "loadsgf":
            size = read_game(read_regular(loaded(step.command)[0], LARGEST_RECORD)).size
    return size


def position_of(block: SuiteBlock) -> Position:
    """Return the position that the block's commands make.

    :raises ValueError: when a move is illegal or a record unreadable.
    """
    position, engine = Position(19), Engine()
    for step in block.steps:
        words = step.command.split()
        if words[0] == "loadsgf":
            path, until = loaded(step.command)
            engine.load(read_file(path), int(until) if until else None)
            position = engine.position
        elif words[0] == "boardsize":
            position = Position(int(words[1]))
        elif words[0] == "clear_board":
            position = Position(position.size)
        elif words[0] == "play":
            position.play(vertex_to_point(words[2], position.size), COLORS[words[1][0].lower()])
        elif words[0] == "undo":
            position.undo()
    return position


def _on_board(position: Position, step: SuiteStep) -> set[str]:
    color = COLORS[step.command.split()[1][0].lower()]
    probe = Probe.of(position)
    found = set()
    for vertex in accepted_moves(step):
        point = vertex_to_point(vertex, position.size)
        if position.color_at(point) != EMPTY:
            continue
        if _is_ladder(probe, point, color):
            found.add("ladder")
        if any(probe.nakade_space(point, owner) == ("vital", point) for owner in (BLACK, WHITE)):
            found.add("nakade")
        if _is_race(position, probe, point, color):
            found.add("semeai")
    return found


def _chains(position: Position) -> dict[int, list[int]]:
    """Return the chains of a position by their first stone."""
    chains: dict[int, list[int]] = {}
    seen: set[int] = set()
    for point in range(position.size**2):
        if position.color_at(point) != EMPTY and point not in seen:
            chains[point] = position.chain_at(point)
            seen.update(chains[point])
    return chains


def _is_ladder(probe: Probe, point: int, color: int) -> bool:
    """Return whether the move captures a chain in a ladder, or escapes from one.

    A chain in atari does not count as captured in a ladder.
    """
    colors, seen = probe.colors(), set()
    for stone in _touched(probe, point):
        liberties = tuple(sorted(probe.liberties_of(stone)))
        if (colors[stone], liberties) in seen:
            continue
        seen.add((colors[stone], liberties))
        if colors[stone] == opponent(color) and len(liberties) == 2:
            if probe.ladder_captures(stone) is not None and point in probe.ladder_attack_moves(
                stone
            ):
                return True
        elif (
            colors[stone] == color and len(liberties) == 1 and probe.ladder_escapes(stone) == point
        ):
            return True
    return False


def _touched(probe: Probe, point: int) -> list[int]:
    """Return the stones around a point."""
    size, colors = probe.size, probe.colors()
    row, column = divmod(point, size)
    around = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    places = [r * size + c for r, c in around if 0 <= r < size and 0 <= c < size]
    return [place for place in places if colors[place] != EMPTY]


def _is_race(position: Position, probe: Probe, point: int, color: int) -> bool:
    """Return whether the move is a liberty of two chains in a race that the first mover wins."""
    chains = _chains(position)
    head = {stone: first for first, chain in chains.items() for stone in chain}
    tried = set()
    for stone in _touched(probe, point):
        near = {head[other] for s in chains[head[stone]] for other in _touched(probe, s)}
        for other in near:
            if position.color_at(other) == position.color_at(stone):
                continue
            own, enemy = (
                (head[stone], other) if position.color_at(stone) == color else (other, head[stone])
            )
            if (own, enemy) in tried:
                continue
            tried.add((own, enemy))
            if min(len(chains[chain]) for chain in (own, enemy)) < RACE_STONES:
                continue
            liberties = [len(probe.liberties_of(chain)) for chain in (own, enemy)]
            if min(liberties) < 2 or max(liberties) > RACE_LIBERTIES:
                continue
            if race(probe, own, enemy)[3:] == (1, 1):
                return True
    return False
