"""The engine without the laboratory: it plays, and says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gtpengine.base.arguments import laboratory
from gtpengine.base.arguments.laboratory import LaboratoryError
from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.config.settings import SettingsError, make_settings
from gtpengine.mcts.params.search_params import SearchParams

# An installation whose folder gtpengine/lab is not there.
ABSENT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if f"{name}.".startswith("gtpengine.lab."):
            raise ModuleNotFoundError(f"no {name}", name=name)

sys.meta_path.insert(0, Absent())
from gtpengine.cli import main
sys.exit(main(sys.argv[1:]))
"""

RECORD = "(;SZ[9]KM[7]RU[chinese];B[ee];W[ec];B[gc];W[cf];B[ce];W[de];B[dd];W[df])"
SENTENCE = "belongs to the laboratory: "


def gtpengine(*words: str, sent: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", ABSENT, *words],
        input=sent,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"NO_COLOR": "1"},
    )


def test_it_starts_and_plays_without() -> None:
    sent = "boardsize 9\ngenmove b\ngenmove w\nfinal_score\nquit\n"
    done = gtpengine("--simulations", "50", sent=sent)
    assert (done.returncode, done.stderr) == (0, "GTP ready\n")
    answers = done.stdout.split("\n\n")
    assert [answer[:1] for answer in answers[:5]] == ["="] * 5


def test_it_plays_without_a_network_and_judges_without() -> None:
    """The search by playouts is not the laboratory's, only what is off in it."""
    sent = "boardsize 7\nplay b d4\ngenmove w\nfinal_status_list dead\nquit\n"
    done = gtpengine("--simulations", "50", "--set", "network=none", sent=sent)
    assert (done.returncode, done.stderr) == (0, "GTP ready\n")


def test_it_reviews_without(tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    game = tmp_path / "game.sgf"
    game.write_text(RECORD)
    page = tmp_path / "review.html"
    done = gtpengine("review", str(game), "--output", str(page), "--simulations", "20")
    assert done.returncode == 0, done.stderr
    assert page.exists()


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--set", "mast_rate=0.2"), "mast_rate"),
        (("--set", "playout_nakade_rate=1"), "playout_nakade_rate"),
        (("--set", "tree_policy=puct"), "tree_policy=puct"),
        (("--set", "rave_schedule=linear"), "rave_schedule=linear"),
        (("--set", "network_bias=0.3"), "network_bias"),
        (("--set", "threads=2", "--set", "parallel=root"), "this way of using several threads"),
        (("--preset", "plain-uct"), "--preset"),
        (("study", "--rows", "mast"), "gtpengine study"),
        (("reproduce",), "gtpengine reproduce"),
        (("patterns", "playouts", "games"), "gtpengine patterns playouts"),
        (("help", "presets"), "gtpengine help presets"),
    ],
)
def test_what_is_missing_is_named(words: tuple[str, ...], what: str) -> None:
    done = gtpengine(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"{what} {SENTENCE}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_gtp_client_is_told_and_everything_stays_as_it_was() -> None:
    sent = (
        "gtpengine-param mast_rate 0.2\ngtpengine-param mast_rate\nboardsize 5\ngenmove b\nquit\n"
    )
    done = gtpengine("--simulations", "20", sent=sent)
    answers = done.stdout.split("\n\n")
    assert answers[0].startswith(f"? mast_rate {SENTENCE}")
    assert answers[1].startswith("= mast_rate 0.0 ")
    assert answers[3].startswith("= ")


def test_the_parameters_are_explained_without() -> None:
    done = gtpengine("help", "parameters")
    assert done.returncode == 0
    assert "mast_rate" in done.stdout


def test_a_default_game_imports_nothing_of_the_laboratory() -> None:
    script = (
        "import io, sys\n"
        "sys.stdin = io.StringIO('boardsize 9\\ngenmove b\\nquit\\n')\n"
        "from gtpengine.cli import main\n"
        "main(['--simulations', '20'])\n"
        "found = [n for n in sys.modules if f'{n}.'.startswith('gtpengine.lab.')]\n"
        "print(found, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines() == ["GTP ready", "[]"]


def test_a_default_value_demands_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "is_there", lambda: False)
    SearchParams(mast_rate=0.0, tree_policy="rave")
    with pytest.raises(ParamError, match="mast_rate belongs to the laboratory"):
        SearchParams(mast_rate=0.1)
    with pytest.raises(ParamError, match="tree_policy=moss belongs to the laboratory"):
        SearchParams(tree_policy="moss")
    with pytest.raises(SettingsError, match="--preset belongs to the laboratory"):
        make_settings({"preset": "plain-uct"})
    with pytest.raises(LaboratoryError, match="a study belongs to the laboratory"):
        laboratory.module("study.command", "a study")
    assert laboratory.module_or_none("presets") is None
