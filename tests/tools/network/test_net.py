"""The command as its user types it: judge, train, evaluate, with a dummy teacher."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from gtpengine.tools.network import net
from gtpengine.tools.network.examples.judged import read_judged

from gtpengine.base.arguments.extras import install_command
from gtpengine.cli import main
from gtpengine.network.netfile import read_net

from .samples import BATCH_TEACHER, TEACHER, lines_of, random_games


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(lines_of(random_games(30)))
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    status = main(["net", *map(str, words)])
    out, err = capsys.readouterr()
    return status, out, err


def judge(
    capsys: pytest.CaptureFixture[str], records: Path, *more: str | Path
) -> tuple[int, str, str]:
    words = ("--size", "5", "--test", "0.2", "--positions", "2000", "--teacher")
    return run(capsys, "judge", records, *words, TEACHER, *more)


def check_export(
    capsys: pytest.CaptureFixture[str], records: Path, checkpoint: Path, output: Path
) -> None:
    """An exported network says what the checkpoint says, nearly, and tells where it comes from."""
    of = ("--size", "5", "--test", "0.2", "--network")
    few = ("--calibration", "40", "--positions", "100")
    status, out, err = run(capsys, "export", records, *of, checkpoint, "--output", output, *few)
    assert status == 0, err
    assert out.count("| 100 |") == 2
    assert {**read_net(output).provenance}["steps"] == 4
    tables = []
    for network in (checkpoint, output):
        status, text, err = run(capsys, "evaluate", records, *of, network, "--moves", "6")
        assert status == 0, err
        tables.append([float(x) for x in re.findall(r"-?\d+\.\d+", text)])
    assert tables[0] == pytest.approx(tables[1], abs=0.15, rel=0.05)


def test_judge_train_evaluate(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch", reason="learning needs PyTorch (make train)")
    folder = tmp_path / "judged"
    status, out, err = judge(capsys, records, "--output", folder)
    assert (status, out) == (0, f"2,000 positions in {folder}\n"), err
    assert "24 to learn from, 6 for the test" in err
    checkpoint = tmp_path / "net"
    learn = ("train", records, "--size", "5", "--test", "0.2", "--judged", folder, "--rows", "16")
    shape = ("--blocks", "1", "--channels", "8", "--head", "8", "--output", checkpoint)
    status, out, err = run(capsys, *learn, *shape, "--steps", "4")
    assert status == 0, err
    assert (tmp_path / "net.png").stat().st_size > 1000
    assert "residual-1x8" in err
    status, _, err = run(capsys, *learn, *shape, "--steps", "4")
    assert status == 0
    assert "goes on from" in err
    status, out, err = run(capsys, *learn, *shape, "--steps", "9")
    assert status == 2
    assert "begun with another steps" in err
    check_export(capsys, records, checkpoint, tmp_path / "small.net")
    larger = ("--blocks", "3", "--channels", "12", "--head", "8", "--output", tmp_path / "larger")
    begin = ("--begin", tmp_path / "small.net", "--judged", folder, "--steps", "2")
    status, _, err = run(capsys, *learn, *larger, *begin)
    assert status == 0, err
    assert "24 games, 4,000 judged positions" in err
    assert "begins as" in err
    assert "residual-3x12" in err
    # A file that is passed on does not tell where things lie on its maker's machine.
    about = torch.load(tmp_path / "larger", weights_only=False)["about"]
    assert (about["judged"], about["begin"]) == (["judged", "judged"], "small.net")
    assert about["teachers"] == [{"version": "0.1", "network": "d1"}]
    plot = tmp_path / "calibration.png"
    asked = ("--network", checkpoint, "--moves", "6", "--judged", folder, "--plot", plot)
    beside = ("--searched", "4", "--simulations", "20")
    words = ("--size", "5", "--test", "0.2")
    status, out, err = run(capsys, "evaluate", records, *words, *asked, *beside)
    assert status == 0, err
    assert "moves of 6 games of the test" in out
    assert "| move model | 120 |" in out
    assert "| 6 | 6 |" in out
    assert "beside searches of 20 simulations" in out and "| 6 | 4 |" in out
    assert "judgements of 2,000 positions" in out
    stages = [line.split(" | ") for line in out.splitlines() if line.startswith("| from ")]
    assert [stage[0] for stage in stages] == ["| from 0", "| from 6"]
    assert sum(int(stage[1].replace(",", "")) for stage in stages) == 2000
    assert plot.stat().st_size > 1000


def test_compare_has_a_line_for_each_shape(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="learning needs PyTorch (make train)")
    words = ("--size", "5", "--test", "0.2", "--steps", "3", "--rows", "8", "--output", tmp_path)
    shapes = ("--shapes", "residual-1x8", "mobile-1x8")
    plot = tmp_path / "shapes.png"
    status, out, err = run(capsys, "compare", records, *words, *shapes, "--plot", plot)
    assert status == 0, err
    assert "| move model | | " in out
    prices = [float(line.split("|")[-2]) for line in out.splitlines() if "-1x8 |" in line]
    assert len(prices) == 2
    assert 0 < prices[0] <= prices[1]
    assert plot.stat().st_size > 1000
    again = run(capsys, "compare", records, *words, *shapes)
    assert again[0] == 0
    # Nothing was learned again; only the time is measured anew.
    figures = [
        [line.rpartition("|")[0].rpartition("|")[0] for line in o.splitlines()]
        for o in (out, again[1])
    ]
    assert sorted(figures[0]) == sorted(figures[1])
    status, _, err = run(capsys, "compare", records, *words, "--shapes", "dense-4x32")
    assert status == 2
    assert "give one of residual, bottleneck, mobile" in err


def test_a_codebook_is_compared_and_nothing_else(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason="learning needs PyTorch (make train)")
    words = ("--size", "5", "--test", "0.2", "--steps", "3", "--rows", "8", "--output", tmp_path)
    for _ in range(2):
        status, out, err = run(capsys, "compare", records, *words, "--shapes", "codebook-1x8")
        assert status == 0, err
        assert [line for line in out.splitlines() if line.startswith("| codebook-1x8 | 1,05")]
    checkpoint = tmp_path / "codebook-1x8.checkpoint"
    held = ("--size", "5", "--test", "0.2")
    status, out, err = run(capsys, "evaluate", records, *held, "--network", checkpoint)
    assert status == 0, err
    status, _, err = run(
        capsys, "export", records, *held, "--network", checkpoint, "--output", tmp_path / "x.net"
    )
    assert status == 2
    assert "give a network of 'gtpengine net train'" in err
    learn = ("train", records, *held, "--steps", "1", "--blocks", "1", "--channels", "8")
    status, _, err = run(
        capsys, *learn, "--begin", checkpoint, "--output", tmp_path / "y.checkpoint"
    )
    assert status == 2
    assert "only 'gtpengine net compare' learns" in err
    status, _, err = run(capsys, "bench", "--shape", "codebook-1x8")
    assert status == 2
    assert "the engine runs no codebook" in err


def test_judging_goes_on_and_extends(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "judged"
    assert judge(capsys, records, "--output", folder)[0] == 0
    part = folder / "part-000000.npz"
    before = part.stat().st_mtime_ns
    status, out, _ = judge(capsys, records, "--output", folder, "--positions", "3000")
    assert (status, out) == (0, f"4,000 positions in {folder}\n")
    assert part.stat().st_mtime_ns == before
    status, _, err = judge(capsys, records, "--output", folder, "--held-out")
    assert status == 2
    assert "other settings" in err


def test_a_batch_teacher_judges_the_same_positions(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path
) -> None:
    assert judge(capsys, records, "--output", tmp_path / "program")[0] == 0
    words = ("--size", "5", "--test", "0.2", "--positions", "2000", "--output", tmp_path / "file")
    assert run(capsys, "judge", records, *words, "--batch-teacher", BATCH_TEACHER)[0] == 0
    program, file = (read_judged(tmp_path / name) for name in ("program", "file"))
    for name in ("points", "starts", "komi", "games", "policy", "value", "lead", "ownership"):
        assert getattr(program, name).tolist() == getattr(file, name).tolist()
    status, _, err = run(
        capsys, "judge", records, *words, "--batch-teacher", BATCH_TEACHER, "--visits", "9"
    )
    assert status == 2
    assert "does not search" in err


def test_refused_positions_are_counted_in_the_status(
    capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path
) -> None:
    words = ("--size", "5", "--positions", "2000", "--output", tmp_path / "judged", "--teacher")
    status, out, err = run(capsys, "judge", records, *words, f"{TEACHER} refuse 4")
    assert status == 1
    assert "I don't like it" in err
    assert "were refused and left out" in err
    assert not out.startswith("2,000")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("judge", "--teacher", "no-such", "--output", "x"), "no such program"),
        (("train", "--output", "missing/net"), "there is no folder"),
        (("train", "--output", "net", "--judged", "nowhere"), "net judge"),
        (("train", "--output", "net", "--device", "abacus"), "--device abacus"),
        (("evaluate", "--network", "nowhere"), "no such file"),
    ],
)
def test_what_cannot_be_done_is_said(
    capsys: pytest.CaptureFixture[str],
    records: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    why: str,
) -> None:
    if words[0] != "judge":
        pytest.importorskip("torch", reason="learning needs PyTorch (make train)")
    monkeypatch.chdir(tmp_path)
    status, _, err = run(capsys, words[0], records, "--size", "5", *words[1:])
    assert status == 2
    assert why in err


def test_without_pytorch_the_extra_is_named(
    capsys: pytest.CaptureFixture[str], records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [n for n in sys.modules if n.startswith(f"{net.__package__}.")]:
        monkeypatch.delitem(sys.modules, name)
    status, _, err = run(capsys, "train", records, "--output", "x")
    assert status == 2
    assert install_command("train") in err
