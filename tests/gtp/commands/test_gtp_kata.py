"""Commands of KataGo about rules, time and parameters."""

from __future__ import annotations

import json

import pytest

from board_ext.coords import BLACK, WHITE
from board_ext.rules import ALL_RULES, RULES
from gtpengine.clock.timeman import TimeSystem
from tests.gtp.talk import Talk


@pytest.fixture
def gtp() -> Talk:
    return Talk()


@pytest.mark.parametrize("name", ALL_RULES)
def test_named_rules_survive_the_way_through_json(gtp: Talk, name: str) -> None:
    gtp(f"kata-set-rules {name}")
    assert gtp.engine.rules is ALL_RULES[name]
    text = gtp("kata-get-rules")
    assert "\n" not in text
    gtp("kata-set-rules tromp-taylor" if name != "tromp-taylor" else "kata-set-rules japanese")
    gtp(f"kata-set-rules {text}")
    assert gtp("kata-get-rules") == text
    assert gtp.engine.rules.name in ALL_RULES


def test_rules_of_katago_end_a_capture_game(gtp: Talk) -> None:
    gtp("kata-set-rules tromp-taylor")
    counted = gtp("kata-get-rules")
    gtp("kata-set-rules Capture 3")
    assert json.loads(gtp("kata-get-rules"))["capture"] == 3
    gtp("kata-set-rule suicide true")
    assert gtp.engine.rules.capture == 3
    gtp(f"kata-set-rules {counted}")
    assert gtp.engine.rules is RULES["tromp-taylor"]
    for text in ('{"capture": 10}', '{"capture": true}', '{"capture": -1}', "capture-0"):
        assert "capture" in gtp.fails(f"kata-set-rules {text}")


@pytest.mark.parametrize("command", ["kata-set-rules", "kata-set-params"])
@pytest.mark.parametrize(
    "text", ['{"a":' * 40_000, '{"ko":' + "[" * 900 + "]" * 900 + "}", '{"maxTime": NaN}']
)
def test_json_made_to_break_the_reader(gtp: Talk, command: str, text: str) -> None:
    refused = gtp.fails(f"{command} {text}")
    assert "not a JSON object: " in refused
    assert len(refused) < 200


def test_what_katago_says_of_its_rule_sets(gtp: Talk) -> None:
    # The table in KataGo's GTP_Extensions.md.
    gtp("kata-set-rules tromp-taylor")
    assert json.loads(gtp("kata-get-rules")) == {
        "hasButton": False, "ko": "POSITIONAL", "scoring": "AREA", "suicide": True, "tax": "NONE",
        "whiteHandicapBonus": "0", "friendlyPassOk": False,
    }  # fmt: skip
    gtp("kata-set-rules Japanese")
    assert json.loads(gtp("kata-get-rules")) == {
        "hasButton": False, "ko": "SIMPLE", "scoring": "TERRITORY", "suicide": False,
        "tax": "SEKI", "whiteHandicapBonus": "0", "friendlyPassOk": True,
    }  # fmt: skip


def test_rules_without_a_name(gtp: Talk) -> None:
    gtp('kata-set-rules {"ko": "SITUATIONAL", "suicide": true, "whiteHandicapBonus": "N"}')
    rules = gtp.engine.rules
    assert (rules.name, rules.ko.name, rules.suicide) == ("custom", "SITUATIONAL", True)
    assert rules.handicap_bonus.value == "N"
    gtp("boardsize 13")
    assert gtp.engine.rules == rules
    assert "rules custom" in gtp("showboard")
    gtp("gtpengine-param rules aga")
    assert gtp.engine.rules.name == "aga"


def test_single_fields(gtp: Talk) -> None:
    gtp("kata-set-rules tromp-taylor")
    gtp("kata-set-rule suicide false")
    assert gtp.engine.rules.suicide is False
    gtp("kata-set-rule ko situational")
    gtp("kata-set-rule friendlyPassOk true")
    assert gtp.engine.rules.removes_dead
    gtp("kata-set-rule scoring TERRITORY")
    assert json.loads(gtp("kata-get-rules"))["tax"] == "SEKI"
    gtp("kata-set-rule scoring AREA")
    assert json.loads(gtp("kata-get-rules"))["tax"] == "NONE"


@pytest.mark.parametrize(
    "line",
    [
        "kata-set-rules", "kata-set-rules nonsense", "kata-set-rules stone-scoring",
        "kata-set-rules aga-button", "kata-set-rules {", 'kata-set-rules {"ko":"X"}',
        'kata-set-rules {"ko":1}', 'kata-set-rules {"tax":"ALL"}', 'kata-set-rules {"foo":1}',
        'kata-set-rules {"scoring":"TERRITORY","tax":"NONE"}',
        'kata-set-rules {"hasButton":true}', 'kata-set-rules {"suicide":"yes"}',
        'kata-set-rules {"friendlyPassOk":1}', "kata-set-rule", "kata-set-rule ko",
        "kata-set-rule ko EVER", "kata-set-rule tax SEKI", "kata-set-rule suicide 1",
        "kata-set-rule nothing true",
    ],
)  # fmt: skip
def test_rules_that_are_refused(gtp: Talk, line: str) -> None:
    before = gtp("kata-get-rules")
    assert gtp.fails(line)
    assert gtp("kata-get-rules") == before


def test_rules_change_the_game_in_progress_and_keep_it(gtp: Talk) -> None:
    gtp("komi 3.5")
    gtp("play b D4")
    gtp("kata-set-rules japanese")
    assert gtp("list_stones b") == "D4"
    assert gtp("get_komi") == "3.5"


@pytest.mark.parametrize(
    ("line", "system"),
    [
        ("none", TimeSystem.NONE),
        ("absolute 300", TimeSystem.ABSOLUTE),
        ("canadian 300 60.5 10", TimeSystem.CANADIAN),
        ("byoyomi 0 30 5", TimeSystem.BYOYOMI),
        ("fischer 60.0 5.0", TimeSystem.FISCHER),
        ("fischer-capped 60 5 120 -1", TimeSystem.FISCHER),
    ],
)
def test_time_settings(gtp: Talk, line: str, system: TimeSystem) -> None:
    assert line.split()[0] in gtp("kata-list_time_settings").split()
    gtp("kata-time_settings absolute 1")
    gtp(f"kata-time_settings {line}")
    assert gtp.engine.time_settings.system is system


@pytest.mark.parametrize(
    "line", ["", "foo", "absolute", "absolute x", "byoyomi 1 2", "fischer 1", "canadian 1 2 nan"]
)
def test_time_settings_that_are_refused(gtp: Talk, line: str) -> None:
    assert gtp.fails(f"kata-time_settings {line}").startswith("syntax error")


def test_parameters(gtp: Talk) -> None:
    names = gtp("kata-list-params").split()
    assert names == ["maxVisits", "maxPlayouts", "maxTime", "numSearchThreads"]
    assert gtp("kata-get-param maxVisits") == str(1 << 50)
    gtp("kata-set-param maxVisits 500")
    assert gtp.engine.limits(BLACK).simulations == 500
    assert gtp("kata-get-param maxVisits") == "500"
    gtp("kata-set-param maxTime 2.5")
    assert gtp.engine.limits(WHITE).seconds == 2.5
    gtp("kata-set-param maxTime 1e20")
    assert gtp.engine.limits(WHITE).seconds is None
    gtp("kata-set-param maxVisits 1125899906842624")
    assert gtp("kata-get-param maxPlayouts") == str(1 << 50)
    gtp("kata-set-param numSearchThreads 2")
    assert gtp.engine.options.threads == 2
    assert gtp("kata-get-models") == "[]"


def test_several_parameters_at_once_or_none(gtp: Talk) -> None:
    gtp('kata-set-params {"maxVisits": 77, "maxTime": "3"}')
    values = json.loads(gtp("kata-get-params"))
    assert values["maxVisits"] == "77"
    assert values["maxTime"] == "3.0"
    assert gtp.fails('kata-set-params {"maxVisits": 99, "numSearchThreads": 0}')
    assert gtp.fails('kata-set-params {"maxVisits": 99, "foo": 0}')
    assert gtp.fails("kata-set-params [1]")
    assert gtp.fails("kata-set-params {")


@pytest.mark.parametrize("name", ["humanSLProfile", "analysisWideRootNoise", "simulations", ""])
def test_unknown_parameters_are_refused(gtp: Talk, name: str) -> None:
    assert gtp.fails(f"kata-get-param {name}")
    assert gtp.fails(f"kata-set-param {name} 1")


def test_parameters_out_of_range(gtp: Talk) -> None:
    for line in ("maxVisits 0.5", "maxVisits -1", "numSearchThreads 1.5", "maxTime x", "maxTime"):
        assert gtp.fails(f"kata-set-param {line}")


def test_rectangular_boards_are_refused_unless_square(gtp: Talk) -> None:
    gtp("rectangular_boardsize 13 13")
    assert gtp.engine.position.size == 13
    assert gtp.fails("rectangular_boardsize 9 13") == "unacceptable size"
    assert gtp.fails("rectangular_boardsize 9").startswith("syntax error")


def test_set_position(gtp: Talk) -> None:
    gtp("play b C3")
    gtp("set_position b D4 w E5 B F6")
    assert gtp("list_stones b") == "D4 F6"
    assert gtp("list_stones w") == "E5"
    assert gtp.engine.position.moves == []
    for line in ("b", "b pass", "b D4 w D4", "b Z9", "b A2 b B1 w A1"):
        assert gtp.fails(f"set_position {line}")
    gtp("set_position")
    assert gtp.engine.board_is_empty()
