"""Engines are asked before a match: settings that do nothing, or something else, are found."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from gtpengine.tools.games.game import GameSettings, Opening
from gtpengine.tools.matches.enquiry import alike, enquire
from gtpengine.tools.running.engines import EngineSpec, own_engine

from gtpengine.cli import main
from tests.tools.conftest import DUMMY

EMPTY = Opening("empty")


def board(size: int = 9, rules: str = "chinese", time: str = "none") -> GameSettings:
    return GameSettings(size=size, komi=7.5, rules=rules, time=time)


def ours(options: str = "", *init: str, name: str = "new") -> EngineSpec:
    return EngineSpec(name, own_engine(f"--simulations 8 {options}"), init)


def refused(spec: EngineSpec, settings: GameSettings) -> str:
    try:
        enquire(spec, settings, EMPTY)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.lab
def test_settings_that_the_engine_does_not_read_are_refused() -> None:
    said = refused(ours("--set rave_equivalence=2000"), board())
    assert said == (
        "new: rave_equivalence belongs to the search by playouts; the network leads on 9x9: add"
        " network=none to both or leave it out"
    )
    assert "mast_rate takes the lead from the network" in refused(
        ours("", "gtpengine-param mast_rate 0.2"), board()
    )
    assert "network_noise belongs to the search that a network leads; no network plays here" in (
        refused(ours("--rank 5k --set network_noise=0"), board())
    )


@pytest.mark.lab
def test_settings_of_the_search_that_plays_are_not() -> None:
    assert refused(ours(), board()) == ""
    assert refused(ours("--set network=none --set mast_rate=0.2"), board()) == ""
    assert refused(ours("--set network_role=beside --set mast_rate=0.2"), board()) == ""
    assert refused(ours("--preset mogo-2007"), board()) == ""
    assert refused(ours("--set rave_equivalence=2000"), board(5)) == ""
    assert refused(ours("--set rave_equivalence=2000"), board(9, "tromp-taylor")) == ""


def test_other_engines_are_asked_who_they_are_alone() -> None:
    spec = EngineSpec("dummy", f"{sys.executable} {DUMMY}")
    assert enquire(spec, board(), EMPTY).gtp_name == "dummy"
    assert alike(spec, spec, board(), EMPTY) == ""


def test_engines_that_search_alike_are_found() -> None:
    old = ours(name="old")
    assert "new and old searched alike in a game of 40 moves" in alike(
        ours("--set mercy=0 --seed 5"), old, board(), EMPTY
    )
    assert alike(ours("--set network_exploration=0.8"), old, board(), EMPTY) == ""
    assert alike(ours("--threads 2"), old, board(), EMPTY) == ""
    assert alike(ours(), old, board(time="1/move"), EMPTY) == ""


@pytest.mark.parametrize(
    "words",
    [
        ["match", "new=ENGINE --set rave_equivalence=1000", "old=ENGINE", "--games", "2"],
        ["sprt", "new=ENGINE --set expand_visits=2", "old=ENGINE"],
        ["tournament", "ENGINE --set rave_equivalence=50", "ENGINE"],
        ["tune", "ENGINE", "--param", "rave_equivalence=0:6000"],
        ["screen", "ENGINE", "--factor", "network_noise=0", "--factor", "rave_equivalence=9"],
        ["ablation", "ENGINE", "--off", "playout_pattern_rate=0", "--games", "2"],
    ],
    ids=lambda words: words[0],
)
def test_commands_that_play_refuse_them(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    engine = own_engine() if words[0] == "ablation" else own_engine("--simulations 10")
    assert main([word.replace("ENGINE", engine) for word in words]) == 2
    said = capsys.readouterr().err
    assert "add network=none to both" in said


def test_a_match_of_equals_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    engine = own_engine("--simulations 4")
    words = [f"new={engine} --set mercy=0", f"old={engine}", "--max-games", "2", "--size", "7"]
    words += ["--concurrency", "1"]
    assert main(["sprt", *words]) == 0
    said = capsys.readouterr()
    assert "note: new and old searched alike" in said.err
    assert "such a test takes about 1,600 games" in said.err
    assert "warning: new and old searched alike" in said.out
    assert "give the engines different seeds" not in said.out
