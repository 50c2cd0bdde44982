"""The table of all techniques: its names exist, and what it says of the studies is true."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from gtpengine.tools.study.literature import STATUSES, Technique, techniques
from gtpengine.tools.study.table import SHIPPED, read_table

from gtpengine.commands.technique_page import modules
from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.presets import PRESETS
from gtpengine.mcts.params.search_params import PARAMS, SWITCHES

ROOT = Path(__file__).resolve().parents[3]
ALL = techniques()


@cache
def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def names(one: Technique) -> str:
    return f"{one.technique} ({one.source})"


def test_all_360_are_there() -> None:
    assert len(ALL) == 360
    assert all(one.status in STATUSES for one in ALL)
    assert all(one.technique and one.source and one.family for one in ALL)


@pytest.mark.parametrize("one", [one for one in ALL if one.settings], ids=names)
def test_parameters_and_their_values_exist(one: Technique) -> None:
    for setting in one.settings:
        name, equals, value = setting.partition("=")
        if name == "preset":
            assert value in PRESETS
        else:
            spec = (ENGINE_PARAMS | PARAMS)[name]
            assert not equals or spec.parse(value) is not None


@pytest.mark.parametrize("one", [one for one in ALL if one.code], ids=names)
def test_files_and_what_is_named_in_them_exist(one: Technique) -> None:
    for place in one.code:
        path, _, symbol = place.partition(":")
        assert (ROOT / path).is_file(), path
        if symbol:
            assert re.search(rf"\b(?:def|class|c?p?def [\w* ]+?) ?{symbol}\b", text_of(path)), place


@pytest.mark.parametrize("one", ALL, ids=names)
def test_what_works_says_where_and_what_does_not_says_why(one: Technique) -> None:
    if one.status in ("works", "measured"):
        assert one.code
    else:
        assert len(one.note.split()) >= 4


def test_every_technique_with_a_file_is_in_the_table() -> None:
    named = {place.partition(":")[0] for one in ALL for place in one.code}
    # Ours, or of programs whose descriptions are not among the surveys.
    elsewhere = {
        "learned_patterns", "mercy", "other_liberty", "subtree_value_bias", "criticality",
        "relative_bonus", "successive_rejects",
    }  # fmt: skip
    for module in SWITCHES:
        path = module.replace(".", "/") + ".pyx"
        assert path in named or module.rpartition(".")[2] in elsewhere, module


def test_measured_techniques_have_a_figure() -> None:
    measured = {
        module.__name__.replace(".", "/") + ".pyx" for module in modules()
        if getattr(module, "MEASURED", ())
    }  # fmt: skip
    own = {module.replace(".", "/") + ".pyx" for module in SWITCHES}
    for one in ALL:
        files = {place.partition(":")[0] for place in one.code} & own
        if one.status == "measured" and files and "Journal" not in one.note:
            assert files & measured, names(one)


def test_what_the_notes_cite_stands_in_the_journal() -> None:
    journal = re.sub(r"\s+", " ", text_of("docs/journal.md")).lower()
    for one in ALL:
        for cited in re.findall(r"Journal: ([^;]+)", one.note):
            assert cited.lower() in journal, f"{names(one)}: {cited}"


def test_techniques_with_a_file_have_a_row_in_the_study() -> None:
    used = {
        setting.partition("=")[0]
        for row in read_table(SHIPPED).rows
        for setting in (*row.on, *row.off)
    }
    # Rows for them are still to be written.
    later = {"playout_learned_pattern_rate", "playout_other_liberty_rate"}
    assert {name for name, _ in SWITCHES.values()} - used <= later
