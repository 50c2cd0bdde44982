"""What moves of engines are worth, by a teacher that thinks little of the pass."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from gtpengine.tools.network import move_loss
from gtpengine.tools.research.move_loss import MoveLossStore, gains, mean_text, worth_key
from gtpengine.tools.running.engines import own_engine

from .samples import SIZE, TEACHER, lines_of, random_games

#: As the dummy teacher, but who has just passed has lost 0.25 and five points.
AGAINST_PASSES = f"{TEACHER} passes 0.25 5"


@pytest.fixture
def records(tmp_path: Path) -> str:
    path = tmp_path / "games.txt"
    path.write_text(lines_of(random_games(4)), encoding="utf-8")
    return str(path)


def engine(name: str, move: str, tmp_path: Path) -> str:
    """An engine that always wants to play one move."""
    script = tmp_path / f"{name}.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    print('= {move}\\n' if line.startswith('reg_') else '=\\n', flush=True)\n",
        encoding="utf-8",
    )
    return f"{name}={sys.executable} {script}"


def run(records: str, store: Path, *words: str, teacher: str = AGAINST_PASSES) -> int:
    drawn = ["--records", records, "--size", str(SIZE), "--positions", "6"]
    judged = ["--teacher", teacher, "--visits", "2", "--store", str(store)]
    return move_loss.main([*words, *drawn, *judged])


def test_a_worse_move_costs_what_the_teacher_says(
    records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "loss.json"
    engines = [engine(*pair, tmp_path) for pair in (("plays", "A1"), ("passes", "pass"))]
    engines.append(engine("resigns", "resign", tmp_path))
    assert run(records, store, *engines) == 0
    rows = {line.split()[0]: line.split() for line in capsys.readouterr().out.splitlines() if line}
    assert rows["plays"][1:4] == ["6", "0", "0"]
    assert rows["passes"][1:6] == ["6", "6", "0", "0", "6"]
    assert rows["passes"][6:] == ["-25.00", "%", "±", "0.00", "-5.00", "±", "0.00"]
    assert rows["resigns"][1:4] == ["6", "6", "6"]
    assert rows["resigns"][6] == "+0.00"


def test_what_is_known_is_not_asked_again(
    records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "loss.json"
    first, second = engine("a", "A1", tmp_path), engine("b", "pass", tmp_path)
    assert run(records, store, first, second) == 0
    before = capsys.readouterr().out
    # Neither engine is there any more; a third one is new.
    for name in "ab":
        (tmp_path / f"{name}.py").unlink()
    assert run(records, store, first, second) == 0
    assert capsys.readouterr().out == before
    assert run(records, store, first, engine("c", "B2", tmp_path)) == 0
    assert run(records, store, second, first) == 0
    assert "+25.00" in capsys.readouterr().out


def test_mistakes_are_explained(
    records: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = engine("a", "A1", tmp_path)

    def said(*words: str, teacher: str = AGAINST_PASSES, store: str = "loss.json") -> str:
        assert run(records, tmp_path / store, *words, teacher=teacher) == 2
        return capsys.readouterr().err

    assert "engines of the same name" in said(one, one)
    assert "no such program" in said(one, teacher="nosuchprogram", store="x.json")
    (tmp_path / "bad.json").write_text("[]", encoding="utf-8")
    assert "is no file of this tool" in said(one, store="bad.json")
    assert run(records, tmp_path / "loss.json", one) == 0
    assert "has other settings" in said(one, teacher=TEACHER)
    broken = f"broken={own_engine('--size 99')}"
    assert "broken" in said(broken)


def test_all_positions_may_be_decided(records: str, tmp_path: Path) -> None:
    assert run(records, tmp_path / "x.json", "gtpengine", teacher=f"{TEACHER} sure 0.99") == 2


def test_a_gain_is_the_difference_where_both_moves_are_known(tmp_path: Path) -> None:
    store = MoveLossStore(tmp_path / "s.json", {})
    store.positions.extend({"points": [], "komi": 0.0} for _ in range(3))
    store.moves_of("a").update({"0": "A1", "1": "A1", "2": "RESIGN"})
    store.moves_of("b").update({"0": "B1", "1": "A1", "2": "B1"})
    store.worth.update({worth_key(0, "a1"): (0.5, 1.0), worth_key(0, "B1"): (0.7, -2.0)})
    store.worth[worth_key(2, "B1")] = (0.1, 0.0)
    found = gains(store, "a", "b")
    assert found[0] == pytest.approx((0.2, -3.0))
    assert found[1:] == [(0.0, 0.0), (0.0, 0.0)]
    store.keep()
    assert json.loads((tmp_path / "s.json").read_text())["moves"]["b"]["0"] == "B1"


def test_the_interval_is_that_of_the_mean() -> None:
    assert mean_text([1.0, -1.0, 1.0, -1.0], 100, " %") == "+0.00 % ± 98.00"
