"""Learning goes on from a checkpoint as if it had never stopped."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.examples.batches import FromGames, FromJudged, Mixture  # noqa: E402
from gtpengine.tools.network.examples.games import games_of  # noqa: E402
from gtpengine.tools.network.learning.checkpoint import (  # noqa: E402
    NetworkError,
    network_of,
    read_state,
)
from gtpengine.tools.network.learning.settings import OPTIMIZERS, LearningSettings  # noqa: E402
from gtpengine.tools.network.learning.shapes import shape_for  # noqa: E402
from gtpengine.tools.network.learning.training import NetTraining, State  # noqa: E402

from tests.patterns.models import empty_model  # noqa: E402
from tests.tools.network.samples import SIZE, judged_positions, random_games  # noqa: E402

CPU = torch.device("cpu")
SETTINGS = LearningSettings(steps=12, rows=16, rate=0.01)


def mixture() -> Mixture:
    model = empty_model()
    games = FromGames(games_of(random_games(6), SIZE), model)
    return Mixture(games, FromJudged(judged_positions(10), model), 0.5, 16, 1)


def training(settings: LearningSettings = SETTINGS, channels: int = 8) -> NetTraining:
    torch.set_num_threads(1)
    shape = shape_for("residual", 3, channels, 8)
    return NetTraining(shape, settings, mixture(), SIZE, CPU, {"records": "random"})


def weights(run: NetTraining) -> dict[str, Any]:
    both = {f"average {k}": v for k, v in run.averaged.state_dict().items()}
    return both | dict(run.network.state_dict())


def quiet(_state: State) -> None:
    pass


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_a_run_that_was_stopped_ends_with_the_same_weights(optimizer: str, tmp_path: Path) -> None:
    settings = dataclasses.replace(SETTINGS, optimizer=optimizer)
    whole = training(settings)
    assert whole.run(quiet, tmp_path / "whole")
    first = training(settings)
    assert not first.run(quiet, tmp_path / "part", stop=lambda: first.step >= 5)
    assert first.step == 5
    second = training(settings)
    second.resume(tmp_path / "part")
    assert second.step == 5
    assert second.run(quiet, tmp_path / "part", threads=2)
    assert second.step == whole.step == 12
    for name, tensor in weights(whole).items():
        assert torch.equal(tensor, weights(second)[name]), name


def test_learning_lowers_the_losses(tmp_path: Path) -> None:
    told: list[State] = []
    run = training(dataclasses.replace(SETTINGS, steps=80))
    batch = run._mixture.batch(0)
    before = run._learn(*batch)
    run.run(told.append, tmp_path / "net")
    after = run._learn(*batch)
    assert after[:4].sum() < before[:4].sum()
    assert told[-1].share == 1
    assert set(told[-1].losses) == {"policy", "value", "score", "ownership"}


def test_a_run_by_the_clock_ends(tmp_path: Path) -> None:
    run = training(dataclasses.replace(SETTINGS, minutes=0.02, steps=1))
    assert run.run(quiet, tmp_path / "net")
    assert run.step > 1
    assert run.seconds >= 1.2


def test_the_rate_rises_and_falls() -> None:
    rates = [SETTINGS.rate_at(share / 100) for share in range(101)]
    top = rates.index(max(rates))
    assert 1 <= top <= 10
    assert rates[: top + 1] == sorted(rates[: top + 1])
    assert rates[top:] == sorted(rates[top:], reverse=True)
    assert rates[-1] < 1e-9 < rates[0]


def test_checkpoints_of_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net"
    training(dataclasses.replace(SETTINGS, steps=2)).run(quiet, path)
    with pytest.raises(NetworkError, match="steps"):
        training().resume(path)
    with pytest.raises(NetworkError, match="channels"):
        training(dataclasses.replace(SETTINGS, steps=2), channels=12).resume(path)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(NetworkError, match="damaged"):
        training().resume(path)
    with pytest.raises(NetworkError, match="no such file"):
        training().resume(tmp_path / "missing")


def test_a_checkpoint_holds_the_averaged_network_and_the_curve(tmp_path: Path) -> None:
    run = training(dataclasses.replace(SETTINGS, steps=3))
    run.run(quiet, tmp_path / "net", look=lambda: {"top": 0.5})
    state = read_state(tmp_path / "net", CPU)
    assert state["about"] == {"records": "random"}
    assert [point["top"] for point in state["curve"]] == [0.5]
    found = network_of(state, CPU)
    for name, tensor in run.averaged.state_dict().items():
        assert torch.equal(found.state_dict()[name], tensor)
