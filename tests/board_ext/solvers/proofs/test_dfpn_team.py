"""Threads that solve a fight together: the answers are those of one thread."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from board_ext.coords import BLACK, EMPTY, WHITE, opponent
from board_ext.position import Position
from board_ext.solvers.proofs.lifedeath import Reader
from tests.board_ext.solvers.made_fights import NODES, enclosed, random_fights

SHAPES = [
    "D5 E5 F5",
    "D5 E5 D6 E6",
    "D5 E5 F5 D6 E6",
    "D5 E5 F5 E4 E6 D6",
    "D5 E5 F5 D6 E6 F6",
    "D5 E5 F5 G5 D6 E6 F6",
]


def wins_after(position: Position, stone: int, color: int, move: int) -> bool:
    """Whether one thread says that the other side cannot win any more after a move."""
    after = position.copy()
    after.play(move, color)
    if after.color_at(stone) == EMPTY:
        return True
    return Reader(14).read(after, stone, opponent(color), nodes=NODES)[0] is not True


@pytest.mark.parametrize("space", SHAPES)
@pytest.mark.parametrize("threads", [2, 3])
def test_eye_spaces_by_one_thread_and_by_several(space: str, threads: int) -> None:
    position, stone = enclosed(space)
    for first in (BLACK, WHITE):
        for master in (EMPTY, BLACK, WHITE):
            alone = Reader(14).read(position, stone, first, master, NODES)
            together = Reader(14, threads).read(position, stone, first, master, NODES)
            assert together[0] is alone[0] is not None
        won, move = Reader(14, threads).read(position, stone, first, nodes=NODES)
        if won and move is not None and move >= 0:
            assert wins_after(position, stone, first, move)


def test_random_fights_that_share_one_table_and_its_kos() -> None:
    alone, together = Reader(14), Reader(18, threads=2)
    asked = won = 0
    for position, stone, _, _ in random_fights(random.Random(11), alone):
        if asked >= 120:
            break
        for first in (BLACK, WHITE):
            for master in (EMPTY, BLACK, WHITE):
                expected = alone.read(position, stone, first, master, NODES // 30)[0]
                if expected is None:
                    continue
                found = together.read(position, stone, first, master, NODES)[0]
                assert found is expected, f"{position.to_diagram()} {stone} {first} {master}"
                asked += 1
                won += expected
    assert 0 < won < asked


def test_all_threads_work_and_the_budget_is_for_all_of_them() -> None:
    position, stone = enclosed("C5 D5 E5 F5 G5 D6 E6 F6 D4 E4")
    whole = Reader(16)
    assert whole.read(position, stone, BLACK, nodes=NODES)[0] is not None
    reader = Reader(16, threads=4)
    budget = max(40, whole.nodes // 3)
    answers = []
    for _ in range(200):
        answers.append(reader.read(position, stone, BLACK, nodes=budget)[0])
        # Each thread may be in the middle of one more node when the last one is spent.
        assert reader.nodes <= budget + reader.threads
        if answers[-1] is not None:
            break
    assert answers[-1] is whole.read(position, stone, BLACK, nodes=NODES)[0]


def test_readers_with_one_table_that_read_with_different_masters_at_the_same_time() -> None:
    """What one has proved whoever wins the kos the other takes over, and nothing else.

    How many nodes a reader needs depends on what the other one enters meanwhile.
    """
    alone, first = Reader(14), Reader(16, shared=True)
    readers = first, Reader(beside=first)
    differ = asked = still_open = 0
    with ThreadPoolExecutor(2) as pool:
        for position, stone, _, _ in random_fights(random.Random(12), alone):
            if asked >= 200:
                break
            for color in (BLACK, WHITE):
                pair = BLACK, WHITE
                expected = [Reader(14).read(position, stone, color, m, NODES)[0] for m in pair]
                found = [
                    pool.submit(reader.read, position, stone, color, master, NODES)
                    for reader, master in zip(readers, pair, strict=True)
                ]
                for one, wanted in zip(found, expected, strict=True):
                    answer = one.result()[0]
                    assert answer in (wanted, None), position.to_diagram()
                    still_open += answer is None
                asked += 1
                differ += expected[0] != expected[1]
    assert differ > 0
    assert still_open <= asked // 20


def test_a_proof_without_kos_is_no_work_with_another_master() -> None:
    position, stone = enclosed("D5 E5 F5 D6 E6 F6")
    reader = Reader(16)
    assert reader.read(position, stone, BLACK, WHITE, NODES)[0] is False
    assert reader.nodes > 10
    assert reader.read(position, stone, BLACK, BLACK, NODES)[0] is False
    assert reader.nodes == 1


def test_a_reader_shares_its_table_only_when_made_for_that() -> None:
    with pytest.raises(ValueError, match="shared=True"):
        Reader(beside=Reader(8))


@pytest.mark.parametrize("threads", [0, 65])
def test_a_number_of_threads_that_makes_no_sense_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match=f"{threads} threads: give 1 to 64"):
        Reader(10, threads)
