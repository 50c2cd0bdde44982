"""The named rule sets and how they are found."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import pytest

from board_ext.rules import (
    CAPTURE_GAMES,
    CHINESE,
    RULES,
    HandicapBonus,
    Ko,
    Rules,
    Scoring,
    kgs_rules_named,
    rules_named,
)

AREA, TERRITORY = Scoring.AREA, Scoring.TERRITORY
SIMPLE, POSITIONAL, SITUATIONAL = Ko.SIMPLE, Ko.POSITIONAL, Ko.SITUATIONAL


@pytest.mark.parametrize(
    ("name", "ko", "suicide", "scoring", "bonus"),
    [
        ("chinese", SIMPLE, False, AREA, "N"),
        ("chinese-kgs", POSITIONAL, False, AREA, "N"),
        ("chinese-ogs", POSITIONAL, False, AREA, "N"),
        ("tromp-taylor", POSITIONAL, True, AREA, "0"),
        ("cgos", POSITIONAL, False, AREA, "0"),
        ("aga", SITUATIONAL, False, AREA, "N-1"),
        ("bga", SITUATIONAL, False, AREA, "N-1"),
        ("new-zealand", SITUATIONAL, True, AREA, "0"),
        ("japanese", SIMPLE, False, TERRITORY, "0"),
        ("korean", SIMPLE, False, TERRITORY, "0"),
    ],
)
def test_named_sets(name: str, ko: Ko, suicide: bool, scoring: Scoring, bonus: str) -> None:
    rules = RULES[name]
    # Only where programs play each other does every stone on the board count as alive.
    removes_dead = name not in ("tromp-taylor", "cgos")
    bonus_of = HandicapBonus(bonus)
    assert rules == Rules(name, ko, suicide, scoring, bonus_of, rules.komi, removes_dead)
    assert 5 <= rules.komi <= 8


def test_table_has_no_other_set() -> None:
    assert len(RULES) == 10
    assert RULES["chinese"] is CHINESE


def test_capture_games_are_named_after_the_stones_to_capture() -> None:
    assert [rules.capture for rules in CAPTURE_GAMES.values()] == list(range(1, 10))
    for text in ("capture-3", "Capture 3", "capture_3"):
        assert rules_named(text) is CAPTURE_GAMES["capture-3"]
    assert not any(rules.capture for rules in RULES.values())
    for text in ("capture-0", "capture-10", "capture"):
        with pytest.raises(ValueError, match="did you mean capture-"):
            rules_named(text)


@pytest.mark.parametrize(
    "text", ["tromp-taylor", "Tromp_Taylor", " TROMP TAYLOR ", "tromp--taylor"]
)
def test_spelling(text: str) -> None:
    assert rules_named(text).name == "tromp-taylor"


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("chinesse", "chinese"), ("japan", "japanese"), ("trompt", "tromp-taylor")],
)
def test_unknown_name_gives_the_nearest(text: str, nearest: str) -> None:
    with pytest.raises(ValueError, match=f"unknown rules '{text}': did you mean {nearest}?"):
        rules_named(text)


def test_unknown_name_gives_all_names() -> None:
    with pytest.raises(ValueError, match=r"unknown rules '\?': known are chinese, .*, capture-9$"):
        rules_named("?")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("chinese", "chinese-kgs"),
        ("Japanese", "japanese"),
        ("new_zealand", "new-zealand"),
        ("aga", "aga"),
    ],
)
def test_kgs_names(text: str, name: str) -> None:
    assert kgs_rules_named(text).name == name


def test_kgs_knows_four_names_only() -> None:
    names = "known are chinese, aga, japanese, new_zealand"
    for wrong in ("tromp-taylor", "korean"):
        with pytest.raises(ValueError, match=f"^unknown rules '{wrong}': {names}$"):
            kgs_rules_named(wrong)
    with pytest.raises(ValueError, match=r"did you mean new_zealand\?"):
        kgs_rules_named("new-zeeland")


@pytest.mark.parametrize(
    ("bonus", "points"),
    [("0", [0, 0, 0, 0]), ("N", [0, 0, 2, 9]), ("N-1", [0, 0, 1, 8])],
)
def test_handicap_bonus(bonus: str, points: list[int]) -> None:
    assert [HandicapBonus(bonus).points(stones) for stones in (0, 1, 2, 9)] == points


def test_rules_are_values() -> None:
    changed = dataclasses.replace(CHINESE, komi=5.5)
    assert changed != CHINESE
    assert dataclasses.replace(changed, komi=CHINESE.komi) == CHINESE
    assert pickle.loads(pickle.dumps(CHINESE)) == CHINESE
    with pytest.raises(dataclasses.FrozenInstanceError):
        CHINESE.komi = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"scoring": "territory"}, "scoring 'territory': give Scoring.AREA, Scoring.TERRITORY"),
        ({"ko": "simple"}, "ko 'simple': give Ko.SIMPLE"),
        ({"handicap_bonus": 0}, "handicap_bonus 0: give HandicapBonus.NONE"),
        ({"suicide": "no"}, "suicide 'no': give True or False"),
        ({"removes_dead": 1}, "removes_dead 1: give True or False"),
        ({"capture": True}, "capture True: give a number of stones"),
    ],
)
def test_own_rules_of_wrong_values_are_refused(change: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        dataclasses.replace(CHINESE, **change)
    with pytest.raises(ValueError, match="capture -1: give a number of stones, 0 or more"):
        dataclasses.replace(CHINESE, capture=-1)
