"""The file of 3x3 weights, learning them, and the shipped ones."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from board_ext.coords import BLACK, WHITE, vertex_to_point
from board_ext.position import Position
from gtpengine.game.records import RecordedGame
from gtpengine.lab.probes.learned_probe import pattern3_weight_of
from gtpengine.lab.training.pattern_weights import Choices, collect, fit, mean_log
from gtpengine.lab.weights.local3 import (
    KINDS,
    LocalWeights,
    class_of,
    from_bytes,
    shipped_weights,
    symmetric_codes,
)
from gtpengine.lab.weights.sealed import SealedError


def test_symmetric_codes_are_one_class() -> None:
    rng = np.random.default_rng(3)
    for code in rng.integers(0, 1 << 16, 200).tolist():
        images = set(symmetric_codes(code))
        assert code in images
        assert len(images) in (1, 2, 4, 8)
        assert {class_of(image) for image in images} == {min(images)}
        # The eight points keep their contents.
        assert {sum((image >> 2 * i & 3) for i in range(8)) for image in images} == {
            sum((code >> 2 * i & 3) for i in range(8))
        }


WEIGHTS = LocalWeights((1.0, 0.5, 0.25), {class_of(0x1234): 2.5, class_of(7): 0.125})
TEXT = WEIGHTS.to_text("from nowhere\nin particular")


def read(text: str) -> LocalWeights:
    return from_bytes(text.encode(), "w.txt")


def resealed(text: str) -> str:
    """The text with a checksum that fits."""
    body = text[: text.index("sha256")]
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_a_file_is_read_as_it_was_written() -> None:
    assert TEXT.splitlines()[:3] == [
        "gtpengine 3x3 weights 1",
        "# from nowhere",
        "# in particular",
    ]
    assert read(TEXT) == WEIGHTS


@pytest.mark.parametrize(
    "line",
    ["XO. 1", "XO.|zXO. 1", "........ x", "........", "beside x", "beside -5", "........ nan"],
)
def test_a_bad_line_is_named(line: str) -> None:
    with pytest.raises(SealedError, match=r"w\.txt, line 4, .*: .*; install again, or write it"):
        read(resealed(TEXT.replace("beside 1", line, 1)))


@pytest.mark.parametrize("length", [0, 10, len(TEXT) // 2, len(TEXT) - 2])
def test_half_a_file_is_refused(length: int) -> None:
    with pytest.raises(SealedError, match=r"w\.txt"):
        read(TEXT[:length])


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("0.5", "0.6", "damaged: its checksum is wrong; install again, or write it with python"),
        ("weights 1", "weights 2", "version 2, but this program reads 1; use a newer gtpengine"),
        ("gtpengine 3x3", "gtpengine playout", "w.txt has no 3x3 weights"),
    ],
)
def test_another_file_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(SealedError, match=why):
        read(TEXT.replace(old, new, 1))
    with pytest.raises(SealedError, match="lacks second"):
        read(resealed(TEXT.replace("second 0.25\n", "", 1)))


def test_the_weights_of_a_position_do_not_depend_on_colour_or_symmetry() -> None:
    hane = ". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . ."
    position = Position.from_diagram(hane)
    below, beside = vertex_to_point("C3", 5), vertex_to_point("B3", 5)
    swapped = Position.from_diagram(hane.translate(str.maketrans("XO", "OX")))
    mirrored = Position.from_diagram(hane.replace("X O .", ". O X"))
    for point in (below, beside):
        weight = pattern3_weight_of(position, point, BLACK)
        assert weight > 0
        assert pattern3_weight_of(swapped, point, WHITE) == weight
        assert pattern3_weight_of(mirrored, point - point % 5 + 4 - point % 5, BLACK) == weight
    # The hane, against the same shape for the other side: a move, but a lesser one.
    assert pattern3_weight_of(position, below, BLACK) > pattern3_weight_of(position, below, WHITE)
    # A point that touches neither of two moves is no choice that anybody made.
    assert pattern3_weight_of(Position(5), below, BLACK) == 0


def test_the_shipped_file_covers_what_occurs() -> None:
    weights = shipped_weights()
    assert len(weights.weights) > 900
    assert weights.kinds[0] == 1.0
    assert all(0.0 < weight < 64.0 for weight in weights.weights.values())


def _synthetic(gammas: list[float], factors: list[float], n: int) -> Choices:
    rng = np.random.default_rng(1)
    patterns = rng.integers(0, len(gammas), (n, 4))
    kinds = rng.integers(0, len(factors), (n, 4))
    strength = np.array(gammas)[patterns] * np.array(factors)[kinds]
    edges = np.cumsum(strength, axis=1)
    draws = rng.random(n) * (edges[:, -1] + 1.0)
    played = (draws[:, None] >= edges).sum(axis=1)
    local = np.flatnonzero(played < 4)
    return Choices(
        n, patterns.ravel(), kinds.ravel(), np.repeat(np.arange(n), 4), 4 * local + played[local]
    )


def test_learning_finds_the_gammas_that_made_the_choices() -> None:
    gammas, factors = [0.1, 0.5, 1.0, 3.0], [1.0, 0.5, 2.0]
    choices = _synthetic(gammas, factors, 60_000)
    found, found_factors = fit(choices, 4, 60, 0.0)
    assert np.allclose(found, gammas, rtol=0.1)
    assert np.allclose(found_factors, factors, rtol=0.1)
    best = mean_log(choices, found, found_factors)
    assert best > mean_log(choices, np.ones(4), np.ones(3))
    assert best >= mean_log(choices, np.array(gammas), np.array(factors)) - 1e-9


def test_choices_of_a_game() -> None:
    """White answers beside Black's stone, Black plays elsewhere."""
    names = ["E5", "E4", "C7", "C6"]
    points = np.array([vertex_to_point(name, 9) for name in names], dtype=np.int16)
    classes: dict[int, int] = {}
    choices = collect([RecordedGame(9, points, "test")], classes)
    # The second and the third move: the first two have not two moves before them.
    assert choices.n == 2
    assert len(choices.chosen) == 1
    place = int(choices.chosen[0])
    assert choices.owner[place] == 1
    assert KINDS[choices.kinds[place]] == "beside"
    counts = np.bincount(choices.owner)
    # The points around E5 and E4; around C7 and E4.
    assert counts.tolist() == [10, 15]
