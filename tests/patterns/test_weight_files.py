"""Learned files as parameters: played with, refused when set, and never the end of a search."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns import modelfile
from gtpengine.patterns.modelwriting import encode_model
from gtpengine.patterns.weight_files import KEPT, MODELS

from board_ext.coords import BLACK
from board_ext.position import Position
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.config.options import EngineOptions
from gtpengine.gtp.dialects.gogui_views import VIEWS
from gtpengine.gtp.protocol import GtpError
from gtpengine.lab.weights.playoutfile import FACTORS, PlayoutWeights
from gtpengine.lab.weights.weight_files import WEIGHTS
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.mcts.report.stoppers import Limits
from gtpengine.mcts.searcher import Searcher
from gtpengine.mcts.views.playout_view import playout_moves_of
from gtpengine.session.engine import Engine

EVEN = dict.fromkeys(FACTORS, 1.0)


def model_file(path: Path, size: int | None = 9, seed: int = 3, ownership: int = 0) -> Path:
    """A model without shapes and with weights of no sense."""
    shape = (modelfile.n_rows(0, ownership), modelfile.ROW)
    rows = np.random.default_rng(seed).normal(size=shape).astype(np.float32)
    about = {} if size is None else {"size": size}
    keys = np.zeros(0, np.uint64)
    path.write_bytes(encode_model(rows, keys, 8, about, ownership=ownership))
    return path


def weights_file(path: Path, size: int | None = 9, **gammas: float) -> Path:
    """Weights for which nothing matters but *gammas*."""
    path.write_text(PlayoutWeights(EVEN | gammas, {}, size).to_text("a test"), encoding="utf-8")
    return path


def priors(searcher: Searcher, size: int) -> dict[int, float]:
    position = Position(size)
    position.play(2 * size + 2)
    searcher.set_position(position)
    report = searcher.search(Limits(simulations=1))
    return {move.point: move.prior_weight for move in report.moves if move.point >= 0}


def searcher_with(file: Path | str) -> Searcher:
    return Searcher(
        SearchParams(
            prior_model=100.0, prior_model_exponent=1.0, prior_model_rules=0.0,
            prior_model_file=str(file), network="none",
        ),
        memory_mb=16,
    )  # fmt: skip


@pytest.mark.parametrize("ownership", [0, 16])
def test_the_search_follows_the_model_of_a_file(ownership: int, tmp_path: Path) -> None:
    file = model_file(tmp_path / "my.bin", ownership=ownership)
    position = Position(9)
    position.play(20)
    expected = modelfile.load(file).model.probabilities(position)
    searcher = searcher_with(file)
    found = priors(searcher, 9)
    even = SearchParams().prior_even
    for point, weight in found.items():
        assert weight == pytest.approx(even + 100.0 * float(expected[point]), abs=0.1)
    assert searcher.notices() == ()
    assert found != priors(searcher_with("shipped"), 9)


@pytest.mark.parametrize(("learned_on", "played_on"), [(9, 13), (19, 9), (13, 11)])
def test_boards_of_another_class_get_the_shipped_model(
    learned_on: int, played_on: int, tmp_path: Path
) -> None:
    file = model_file(tmp_path / "my.bin", learned_on)
    searcher = searcher_with(file)
    assert priors(searcher, played_on) == priors(searcher_with("shipped"), played_on)
    (notice,) = searcher.notices()
    assert f"my.bin was learned on {learned_on}x{learned_on}; boards of {played_on}" in notice
    assert "shipped model" in notice
    priors(searcher, learned_on)
    assert searcher.notices() == ()


def test_a_file_serves_its_class_and_one_that_does_not_say_serves_all(tmp_path: Path) -> None:
    for learned_on, boards in ((9, (2, 9, 11)), (13, (12, 13, 19)), (None, (5, 9, 19))):
        file = str(model_file(tmp_path / "my.bin", learned_on))
        weights = str(weights_file(tmp_path / "my.txt", learned_on))
        MODELS.read(file)  # a path that is set again is read again
        WEIGHTS.read(weights)
        for size in boards:
            loaded, notices = MODELS.serving(file, size)
            assert loaded is not None and loaded.header.get("size") == learned_on and not notices
            served, notices = WEIGHTS.serving(weights, size)
            assert served is not None and served.size == learned_on and not notices


def test_a_file_that_is_gone_is_played_with_until_the_end(tmp_path: Path) -> None:
    file = model_file(tmp_path / "my.bin")
    searcher = searcher_with(file)
    before = priors(searcher, 9)
    file.unlink()
    assert priors(searcher, 9) == before
    assert searcher.notices() == ()
    # Elsewhere it was never read: other processes get the parameters alone.
    for number in range(KEPT):
        MODELS.read(str(model_file(tmp_path / f"{number}.bin")))
    searcher.clear()
    assert priors(searcher, 9) == priors(searcher_with("shipped"), 9)
    assert "no such file" in searcher.notices()[0]


@pytest.mark.lab
def test_playouts_follow_the_weights_of_a_file(tmp_path: Path) -> None:
    position = Position(9)
    position.play(20)
    beside = {11, 19, 21, 29}
    shares = []
    for name, size in (("my.txt", 9), ("large.txt", 19)):
        file = weights_file(tmp_path / name, size, beside=1000.0)
        params = SearchParams(playout_policy="softmax", playout_weights_file=str(file))
        found: Counter[int] = Counter()
        for (point, _), times in playout_moves_of(position, params, 1, 500).items():
            found[point] += times
        shares.append(sum(found[point] for point in beside) / 500)
    # Nearly always beside the last move; the file for larger boards is not asked.
    assert shares[0] > 0.9 > shares[1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("prior_model_file", "no such file or directory; give a file of gtpengine patterns train"),
        pytest.param(
            "playout_weights_file",
            "no such file or directory; .*gtpengine patterns playouts",
            marks=pytest.mark.lab,
        ),
    ],
)
def test_what_is_no_such_file_is_refused_when_it_is_set(
    name: str, why: str, tmp_path: Path
) -> None:
    engine = Engine(EngineOptions())
    make = model_file if name == "prior_model_file" else weights_file
    good = make(tmp_path / "good")
    engine.set_parameter(name, str(good))
    with pytest.raises(ParamError, match=f"{name} cannot be .*{why}"):
        engine.set_parameter(name, str(tmp_path / "none"))
    damaged = tmp_path / "damaged"
    damaged.write_bytes(good.read_bytes().replace(b"size", b"sise", 1))
    with pytest.raises(ParamError, match="damaged: its checksum is wrong"):
        engine.set_parameter(name, str(damaged))
    with pytest.raises(ParamError, match="is not a move model|has no weights of playouts"):
        engine.set_parameter(name, __file__)
    assert engine.parameter(name)[1] == str(good)
    for word in ("", "Shipped"):
        engine.set_parameter(name, word)
        assert engine.parameter(name)[1] == "shipped"


def test_gtp_goes_on_after_a_refusal(tmp_path: Path) -> None:
    lines = [f"gtpengine-param prior_model_file {tmp_path}/none.bin", "name", "quit"]
    command = [sys.executable, "-m", "gtpengine"]
    done = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("? prior_model_file cannot be ")
    assert "none.bin: no such file or directory; give a file of gtpengine" in done.stdout
    assert done.stdout.endswith("= gtpengine\n\n=\n\n")
    refused = subprocess.run(
        [*command, "--set", f"prior_model_file={tmp_path}/none.bin"], capture_output=True, text=True
    )
    assert refused.returncode == 2
    assert "none.bin: no such file or directory; give a file of gtpengine" in refused.stderr


def test_a_notice_is_given_once(tmp_path: Path) -> None:
    notes: list[str] = []
    engine = Engine(EngineOptions(), note=notes.append)
    engine.set_parameter("simulations", "5")
    engine.set_parameter("prior_model_file", str(model_file(tmp_path / "my.bin", 19)))
    engine.new_game(9)
    for _ in range(2):
        engine.genmove(BLACK)
    with engine.analyze(BLACK):
        pass
    (note,) = notes
    assert note.startswith("warning: ") and "my.bin was learned on 19x19" in note


BROKEN_PACKAGE = """
import json, sys
from importlib import resources
from pathlib import Path
files = resources.files
read = ("gtpengine.patterns", "gtpengine.lab.weights")
resources.files = lambda name: Path(sys.argv[1]) if name in read else files(name)
from gtpengine.session.engine import Engine
from gtpengine.config.options import EngineOptions
notes = []
engine = Engine(EngineOptions(), note=notes.append)
engine.set_parameter("simulations", "20")
for setting in sys.argv[2:]:
    engine.set_parameter(*setting.split("="))
searched = []
for size in (9, 19, 9):
    engine.new_game(size)
    for color in (1, 2):
        engine.genmove(color)
        searched.append(engine.last_search.simulations if engine.last_search else 0)
print(json.dumps([notes, searched]))
"""


def play_with_package(folder: Path, *settings: str) -> tuple[list[str], list[int]]:
    """Notes, and simulations of each move, where the data of the package lie in *folder*."""
    command = [sys.executable, "-c", BROKEN_PACKAGE, str(folder), *settings]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    notes, searched = json.loads(done.stdout)
    return notes, searched


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of what is shipped, of the model and of the laboratory."""
    for name in ("gtpengine.patterns", "gtpengine.lab.weights"):
        data = str(resources.files(name) / "data")
        shutil.copytree(data, tmp_path / "data", dirs_exist_ok=True)
    return tmp_path


def test_shipped_models_that_are_lost_cost_no_search(package: Path) -> None:
    (package / "data" / "moves9.bin").unlink()
    large = package / "data" / "moves19.bin"
    large.write_bytes(large.read_bytes()[:-100])
    notes, searched = play_with_package(package)
    assert searched == [20] * 6
    assert notes == [
        "warning: moves9.bin is missing; install gtpengine again; playing without the model",
        "warning: moves19.bin is damaged: its checksum is wrong; install gtpengine again;"
        " playing without the model",
    ]


@pytest.mark.lab
def test_shipped_weights_that_are_lost_cost_no_search(package: Path) -> None:
    (package / "data" / "playout9.txt").unlink()
    (package / "data" / "playout19.txt").write_bytes(b"\xff\xfe")
    notes, searched = play_with_package(package, "playout_policy=softmax", "network=none")
    assert searched == [20] * 6
    assert notes == [
        "warning: playout9.txt is missing; install gtpengine again; playouts follow the rules",
        "warning: playout19.txt is no text; install gtpengine again; playouts follow the rules",
    ]
    assert play_with_package(package)[0] == []  # not asked for, not missed


@pytest.mark.lab
@pytest.mark.parametrize("damage", [None, b"# half a file\nbeside 1\n"])
def test_shipped_3x3_weights_that_are_lost_cost_no_search(
    damage: bytes | None, package: Path
) -> None:
    file = package / "data" / "local3.txt"
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage)
    notes, searched = play_with_package(package, "playout_learned_pattern_rate=1", "network=none")
    assert searched == [20] * 6
    (note,) = notes
    assert note.startswith("warning: local3.txt ")
    assert note.endswith("; install gtpengine again; the playout rule learned_pattern has no moves")
    assert play_with_package(package)[0] == []


def test_the_view_of_predictions_is_of_the_model_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(EngineOptions())
    engine.new_game(9)
    shown = VIEWS["predictions"].show
    shipped = shown(engine)
    file = model_file(tmp_path / "my.bin")
    engine.set_parameter("prior_model_file", str(file))
    expected = modelfile.load(file).model.probabilities(engine.position)
    rows = [[float(word) for word in line.split()] for line in shown(engine).splitlines()]
    assert np.flipud(np.array(rows)).ravel() == pytest.approx(100 * expected[:81], abs=0.06)
    assert shown(engine) != shipped
    # Where there is none at all.
    engine.set_parameter("prior_model_file", "shipped")
    monkeypatch.setattr(MODELS, "_shipped", {"moves9.bin": (None, ("lost; install it again",))})
    with pytest.raises(GtpError, match="lost; install it again"):
        shown(engine)
