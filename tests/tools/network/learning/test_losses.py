"""Losses: nothing for what is right, nothing for what is unknown; symmetries turn all alike."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")

from gtpengine.tools.network.examples.batches import Batch, FromGames, FromJudged  # noqa: E402
from gtpengine.tools.network.examples.games import games_of  # noqa: E402
from gtpengine.tools.network.learning.losses import losses_of, on_device, turned, weighed  # noqa: E402
from gtpengine.tools.network.learning.models import NetOutput  # noqa: E402
from gtpengine.tools.network.learning.settings import Weights  # noqa: E402

from gtpengine.learning.samples import BINARY  # noqa: E402
from tests.network.nets import planes_of  # noqa: E402
from tests.patterns.games import image  # noqa: E402
from tests.patterns.models import empty_model  # noqa: E402
from tests.tools.network.samples import SIZE, judged_positions, random_games  # noqa: E402

CPU = torch.device("cpu")


def judged_batch(rows: int = 6) -> Batch:
    source = FromJudged(judged_positions(rows), empty_model())
    return source.at(np.arange(rows))


def right_answer(batch: Batch) -> NetOutput:
    """The answer that says what the batch wants."""
    wanted = on_device(batch, SIZE, 0, CPU)
    return NetOutput(
        torch.log(wanted.policy.clamp(min=1e-12)),
        torch.logit(wanted.value, 1e-6),
        wanted.score,
        torch.logit(wanted.ownership, 1e-6),
    )


def test_the_right_answer_has_no_loss() -> None:
    batch = judged_batch()
    losses = losses_of(right_answer(batch), on_device(batch, SIZE, 0, CPU))
    assert torch.allclose(losses, torch.zeros(4), atol=2e-3)
    other = right_answer(batch)
    other.score = other.score + 5
    other.value = other.value + 1
    worse = losses_of(other, on_device(batch, SIZE, 0, CPU))
    assert worse[1] > 0.05
    assert worse[2] > 0.1
    assert weighed(torch.tensor([1.0, 2.0, 3.0, 4.0]), Weights(1, 10, 100, 1000)) == 4321


def test_what_has_no_weight_does_not_count() -> None:
    batch = judged_batch()
    answer = right_answer(batch)
    answer.score[0] += 50
    batch.weights[0] = 0
    losses = losses_of(answer, on_device(batch, SIZE, 0, CPU))
    assert losses[2] < 1e-3
    nothing = dataclasses.replace(batch, weights=np.zeros_like(batch.weights))
    assert (losses_of(answer, on_device(nothing, SIZE, 0, CPU)) == 0).all()


@pytest.mark.parametrize("symmetry", range(8))
def test_a_symmetry_turns_planes_moves_and_ownership_alike(symmetry: int) -> None:
    batch = judged_batch()
    plain, seen = (on_device(batch, SIZE, s, CPU) for s in (0, symmetry))
    boards = torch.arange(SIZE * SIZE).reshape(1, 1, SIZE, SIZE)
    order = turned(boards, symmetry).flatten()
    assert torch.equal(seen.planes.flatten(2), plain.planes.flatten(2)[:, :, order])
    assert torch.equal(seen.policy[:, :-1], plain.policy[:, :-1][:, order])
    assert torch.equal(seen.ownership, plain.ownership[:, order])
    assert torch.equal(seen.policy[:, -1], plain.policy[:, -1])


def test_the_planes_of_a_turned_game_are_the_turned_planes() -> None:
    """What the kernel sees of a turned game is what learning sees through the symmetry."""
    [game] = random_games(1)
    own = [planes_of(empty_model(), image(game.points, SIZE, s), SIZE)[0] for s in range(8)]
    source = FromGames(games_of([game], SIZE), empty_model())
    batch = source.at(np.array([(0, len(game.points))], np.int32))
    for symmetry in range(8):
        seen = (on_device(batch, SIZE, symmetry, CPU).planes[0] * 127).round().byte().numpy()
        assert any((seen == planes).all() for planes in own)
    assert (on_device(batch, SIZE, 0, CPU).planes[0, :BINARY] <= 1).all()
