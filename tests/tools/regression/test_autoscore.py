"""Scores of finished games and of the scoring suites, against people and GNU Go's authors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gtpengine.tools.regression.autoscore import (
    REQUIRED,
    AutoscoreOptions,
    ScoreCount,
    run,
    run_tests,
    score_game,
)

from gtpengine.session.engine import Engine

SUITES = Path(__file__).parents[4] / "shared" / "data" / "suites"
GAMES = sorted((SUITES / "ogs-autoscore").glob("*.json"))
GNUGO = SUITES / "gnugo" / "regression"

needs_games = pytest.mark.skipif(not GAMES, reason=f"no finished games at {SUITES}/ogs-autoscore")
needs_gnugo = pytest.mark.skipif(not GNUGO.is_dir(), reason=f"no suites of GNU Go at {GNUGO}")

#: Black owns A and B, White D to G with a dead stone at G2; C is nobody's, or not asked for.
OWNED = ["BB WWWW"] * 6 + ["BB*WWWW"]
GAME = {
    "board": [*[" b W W "] * 3, "bb WWW ", " b W W ", " b W Wb", " b W W "],
    "correct_ownership": OWNED,
}


def test_a_game_is_decided_point_by_point(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME))
    result = score_game(path, Engine())
    assert (result.right, result.asked) == (48, 48)
    wrong = GAME | {"correct_ownership": [*OWNED[:5], "BBBWWWB", OWNED[6]]}
    path.write_text(json.dumps(wrong))
    assert score_game(path, Engine()).right == 46


def test_the_exit_status_says_whether_enough_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(GAME))
    assert run(AutoscoreOptions(file=(path,))) == 0
    assert "48 of 48 right (100.0 %)" in capsys.readouterr().out
    path.write_text(json.dumps(GAME | {"correct_ownership": ["W" * 7] * 7}))
    assert run(AutoscoreOptions(file=(path,))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[1",
        json.dumps(GAME | {"board": GAME["board"][1:]}),
        json.dumps(GAME | {"correct_ownership": ["BB xWWW"] * 7}),
        json.dumps(GAME | {"correct_ownership": ["BB"] * 7}),
    ],
)
def test_files_that_are_no_games_are_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    assert run(AutoscoreOptions(file=(path,))) == 2
    assert "is not an autoscore game" in capsys.readouterr().err


def test_a_file_that_is_missing_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(AutoscoreOptions(file=(Path("none.json"),))) == 2
    assert "none.json: no such file or directory; check the name" in capsys.readouterr().err


@needs_games
def test_games_that_people_agreed_on() -> None:
    engine, total = Engine(), ScoreCount()
    for path in GAMES:
        engine.clear_search()
        total.add(score_game(path, engine))
    assert total.asked > 6000
    assert total.right >= REQUIRED * total.asked, str(total)


@needs_gnugo
def test_scores_of_finished_games() -> None:
    engine, total = Engine(), ScoreCount()
    for suite in ("newscore", "score2"):
        for result in run_tests(GNUGO / f"{suite}.tst", engine).values():
            total.add(result)
    assert total.asked == 58
    # The search is short, and the author counts unfinished borders in his own way.
    assert total.right >= 50, "\n".join(total.wrong)


@needs_gnugo
def test_all_that_can_be_proved_is_proved() -> None:
    (result,) = run_tests(GNUGO / "unconditional.tst", Engine()).values()
    assert result.asked == 673
    assert result.right == result.asked, "\n".join(result.wrong)


def test_komi_of_one_test_is_not_that_of_the_next(tmp_path: Path) -> None:
    """An empty board is worth its komi: that of the record, the usual one, or one said after it."""
    (tmp_path / "two.sgf").write_text("(;SZ[5]KM[2.5])")
    (tmp_path / "none.sgf").write_text("(;SZ[5])")
    suite = tmp_path / "komi.tst"
    suite.write_text(
        "loadsgf two.sgf\n1 final_score\n#? [W\\+2.5]\n\n"
        "loadsgf none.sgf\n2 final_score\n#? [W\\+7.5]\n\n"
        "loadsgf none.sgf\nkomi 3.5\n3 final_score\n#? [W\\+3.5]\n"
    )
    result = run_tests(suite, Engine())["final_score"]
    assert (result.right, result.asked, result.wrong) == (3, 3, [])
