"""The network's judgement without a search, and what it sees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from board_ext.coords import EMPTY
from gtpengine import Game, NetworkInput, Position, evaluate, network_input, turn
from gtpengine.network import serving
from gtpengine.network.rawoutputs import raw_outputs

SAMPLE = Path(__file__).resolve().parents[3] / "docs" / "samples" / "game.sgf"


@pytest.mark.parametrize("size", [9, 13, 19])
def test_an_evaluation_is_of_all_moves(size: int) -> None:
    position = Position(size)
    position.play("E5")
    found = evaluate(position)
    assert found.policy.shape == (size * size + 1,) and found.policy.dtype == np.float32
    assert found.policy.sum() == pytest.approx(1, abs=1e-5) and found.policy.min() >= 0
    assert not found.policy[~position.legal_mask()].any()
    assert 0 <= found.value <= 1 and abs(found.lead) < size * size
    assert found.ownership.shape == (size, size) and np.abs(found.ownership).max() <= 1
    assert found.ownership.dtype == np.float32


def test_value_lead_and_ownership_know_who_wins() -> None:
    rows = ["XXXX.X.XX"] * 6 + ["OOOOOOOOO", ".O.O.O..O", "OOOOOOO.O"]
    position = Position.from_diagram("\n".join(rows))
    black = evaluate(position)
    assert black.value > 0.9 and black.lead > 5
    assert (black.ownership[4:] > 0.5).all() and (black.ownership[2] < -0.5).all()
    position.to_play = "white"
    white = evaluate(position)
    assert white.value < 0.1 and white.lead < -5
    assert (white.ownership[4:] > 0.5).all() and (white.ownership[2] < -0.5).all()


def test_superko_takes_moves_out_of_the_policy() -> None:
    rows = [".........", ".........", "....OX...", "...O.OX..", "....OX..."] + ["........."] * 4
    shares = {}
    for rules in ("chinese", "tromp-taylor"):
        position = Position.from_diagram("\n".join(rows), rules=rules)
        position.play_all("E6 pass pass")  # Black takes the ko; the passes end the simple ko
        found = evaluate(position)
        assert found.policy.sum() == pytest.approx(1, abs=1e-5)
        shares[position.why_illegal("F6")] = found.policy[position.number("F6")]
    assert shares["superko"] == 0 and shares[None] > 0


@pytest.mark.parametrize("symmetry", range(8))
def test_a_symmetry_is_how_the_board_is_seen(symmetry: int) -> None:
    position = Game.read(SAMPLE).position(20)
    seen, turned = evaluate(position, symmetry=symmetry), evaluate(position.turned(symmetry))
    assert np.allclose(turn(seen.policy, symmetry), turned.policy, atol=1e-4)
    assert np.allclose(turn(seen.ownership, symmetry), turned.ownership, atol=1e-3)
    assert seen.value == pytest.approx(turned.value, abs=1e-3)


def test_all_symmetries_are_a_mean() -> None:
    position = Game.read(SAMPLE).position(20)
    found = evaluate(position, symmetry="all")
    leads = [evaluate(position, symmetry=symmetry).lead for symmetry in range(8)]
    assert found.lead == pytest.approx(np.mean(leads), abs=1e-3)


@pytest.mark.parametrize("workers", [None, 1, 3])
def test_several_positions_are_evaluated_as_single_ones(workers: int | None) -> None:
    positions = [*Game.read(SAMPLE).positions(), Position(13)]
    found = evaluate(iter(positions), symmetry=3, workers=workers)
    assert len(found) == len(positions)
    for position, one in zip(positions, found, strict=True):
        alone = evaluate(position, symmetry=3)
        assert (one.policy == alone.policy).all() and one.value == alone.value
    assert evaluate([]) == []


def test_where_there_is_no_network() -> None:
    with pytest.raises(ValueError, match="from 7x7, not for 5x5; give a network"):
        evaluate(Position(5))
    with pytest.raises(ValueError, match="none evaluates nothing: leave network out"):
        evaluate(Position(9), network="none")
    with pytest.raises(ValueError, match=r"nothing\.net"):
        evaluate(Position(9), network="/no/nothing.net")
    with pytest.raises(ValueError, match="learned on 9x9"):
        evaluate(Position(13), network=serving.FILES[9])
    same = evaluate(Position(9), network=str(serving.FILES[9]))
    assert (same.policy == evaluate(Position(9)).policy).all()


def test_wrong_arguments_are_told() -> None:
    for wrong in (8, -1):
        with pytest.raises(ValueError, match="symmetry"):
            evaluate(Position(9), symmetry=wrong)
    for ask in (evaluate, network_input):
        with pytest.raises(TypeError, match="gtpengine.Position is wanted, not a int"):
            ask(9)  # type: ignore[arg-type,call-overload]
    with pytest.raises(TypeError, match=r"positions\[1\] is a str: give gtpengine\.Position"):
        evaluate([Position(9), "E5"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="workers 0"):
        evaluate([Position(9)], workers=0)
    with pytest.raises(ValueError, match="not for 5x5"):
        evaluate([Position(9), Position(5)])


@pytest.mark.parametrize("size", [5, 9, 19])
def test_what_the_network_sees(size: int) -> None:
    position = Position(size)
    position.play("C3")
    position.play("D4")
    seen = network_input(position)
    assert seen.planes.shape == (len(seen.plane_names), size, size)
    assert seen.planes.dtype == np.uint8 and seen.planes.max() <= 127
    assert seen.numbers.shape == (len(seen.number_names),) and seen.numbers.dtype == np.float32
    own = seen.planes[seen.plane_names.index("own stones")]
    enemy = seen.planes[seen.plane_names.index("enemy stones")]
    assert np.argwhere(own).tolist() == [[2, 2]] and np.argwhere(enemy).tolist() == [[3, 3]]
    assert ((own + enemy > 0) == (position.stones() != EMPTY)).all()
    assert (seen.planes[0] == 127).all()


def test_the_network_judges_what_it_is_shown() -> None:
    for rules, komi in (("chinese", 7.5), ("japanese", 0.5)):
        position = Game.read(SAMPLE).position(21)
        position.rules = rules
        position.komi = komi
        network, _ = serving.shipped_for(9)
        assert network is not None
        seen = network_input(position)
        raw = raw_outputs(network, seen.planes, seen.numbers)
        assert raw.score == pytest.approx(evaluate(position).lead, abs=1e-4)


def test_the_input_of_the_network_names_its_planes_and_numbers() -> None:
    seen = network_input(Position(9))
    assert type(seen) is NetworkInput
    assert len(NetworkInput.plane_names) == len(seen.planes)
    assert len(NetworkInput.number_names) == len(seen.numbers)
