"""The schema of the analysis protocol accepts what the reader reads, and refuses what it refuses.

`conftest` holds every query and answer of the other tests of this folder against it, too.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from board_ext.rules import RULES
from gtpengine.gtp.dialects.kata_rules import KEYS
from gtpengine.katajson.analysis_page import page
from gtpengine.katajson.fields import ACTIONS, DEFINITIONS, FIELDS, IGNORED, SETTINGS, Table
from gtpengine.katajson.query import QueryError, read_query
from gtpengine.katajson.schema import schema
from gtpengine.katajson.service import Service
from tests.katajson.conftest import INPUT, OUTPUT
from tests.katajson.test_katajson import BASE, make


def is_read(query: dict[str, Any]) -> bool:
    try:
        read_query(query, 100, "BLACK")
    except QueryError:
        return False
    return True


def test_the_document_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


def ranges() -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Name, query, and whether it is in range, at both ends of each number."""

    def around(table: Table) -> Iterator[tuple[str, float, bool]]:
        for name, (form, _) in table.items():
            if "minimum" in form and not name.startswith("board"):
                step = 1 if form["type"] == "integer" else form.get("multipleOf", 0.0005)
                low, high = form["minimum"], form["maximum"]
                yield from ((name, low, True), (name, high, True), (name, low - step, False))
                yield name, high + max(step, 1e-6 * high), False

    for name, value, fits in around(FIELDS):
        yield name, {**BASE, name: value}, fits
    for name, value, fits in around(SETTINGS):
        yield name, {**BASE, "overrideSettings": {name: value}}, fits
    for x in (1, 2, 19, 20):
        yield "board", {**BASE, "moves": [], "boardXSize": x, "boardYSize": x}, 2 <= x <= 19


def test_numbers_have_the_ranges_of_the_reader() -> None:
    found = list(ranges())
    assert len({name for name, _, _ in found}) >= 8
    for name, query, fits in found:
        assert is_read(query) == INPUT.is_valid(query) == fits, (name, query)


JUNK: list[Any] = [None, True, 0, -1, 3, 0.5, "", "x", "D4", {}, {"a": 1}]
JUNK += [[], [0], ["B"], [["B", "D4"]]]


@pytest.mark.parametrize("name", FIELDS)
def test_other_kinds_of_values_are_refused_by_both(name: str) -> None:
    for value in JUNK:
        query = {**BASE, "initialStones": [], name: value}
        if name == "id":
            continue  # Service.take reads it
        agree = is_read(query) == INPUT.is_valid(query)
        # What follows from the game: fewer moves than turns, more priorities than turns.
        knows_the_game = name in ("priorities", "moves", "initialStones")
        assert agree or (knows_the_game and not is_read(query)), (name, value)


def test_fields_may_be_left_out_or_not() -> None:
    for name in FIELDS:
        query = {key: value for key, value in BASE.items() if key != name}
        assert INPUT.is_valid(query) == (is_read(query) if name != "id" else False), name


@pytest.mark.parametrize("text", [*RULES, "New Zealand", "TROMP_TAYLOR", "goe", "", "chinese "])
def test_names_of_rules(text: str) -> None:
    query = {**BASE, "rules": text}
    assert INPUT.is_valid(query) <= is_read(query)
    assert INPUT.is_valid(query) == (text not in ("goe", "", "chinese "))


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"ko": "SIMPLE", "scoring": "AREA", "tax": "NONE", "suicide": True, "hasButton": False},
        {"scoring": "territory"},
        {"scoring": "TERRITORY", "tax": "SEKI", "whiteHandicapBonus": "N-1"},
        {"scoring": "TERRITORY", "tax": "NONE"},
        {"tax": "SEKI"},
        {"tax": "ALL"},
        {"hasButton": True},
        {"suicide": 1},
        {"ko": "NONE"},
        {"whiteHandicapBonus": "2"},
        {"friendlyPassOk": False},
        {"shine": 1},
    ],
)
def test_rules_as_objects(rules: dict[str, Any]) -> None:
    query = {**BASE, "rules": rules}
    assert INPUT.is_valid(query) == is_read(query)
    assert set(DEFINITIONS["rulesObject"]["properties"]) == set(KEYS)


@pytest.mark.parametrize(
    "word", ["D4", "d4", "pass", "PASS", "J9", "I5", "D0", "D20", "4D", "", "resign"]
)
def test_moves(word: str) -> None:
    query = {**BASE, "moves": [["b", word]]}
    assert INPUT.is_valid(query) == is_read(query)


def test_other_fields_are_warned_of_and_fit() -> None:
    assert INPUT.is_valid({**BASE, "colour": 1, "overrideSettings": {"shine": 1}})
    assert INPUT.is_valid({**BASE, "overrideSettings": dict.fromkeys(IGNORED, 0.5)})


def test_actions_are_held_against_it_by_the_service() -> None:
    lines: list[str] = []
    service = Service(make, 1, lines.append)
    for number, action in enumerate((*ACTIONS, "dance", 5)):
        service.take(json.dumps({"id": str(number), "action": action, "terminateId": "q"}))
    service.take(json.dumps({"id": "a", "action": "terminate"}))
    service.take(
        json.dumps({"id": "b", "action": "terminate", "terminateId": "q", "turnNumbers": 1})
    )
    service.close()
    assert len(lines) == len(ACTIONS) + 4


def test_answers_with_everything_fit_and_others_do_not(held_against_the_schema: list[str]) -> None:
    lines: list[str] = []
    service = Service(make, 1, lines.append)
    flags = {name: True for name in FIELDS if name.startswith("include")}
    service.serve([json.dumps({**BASE, **flags})])
    [answer] = map(json.loads, lines)
    assert OUTPUT.is_valid(answer) and held_against_the_schema == []
    for broken in (
        {**answer, "shine": 1},
        {**answer, "moveInfos": [{"move": "D4"}]},
        {**answer, "ownership": [2.0] * 81},
        {key: value for key, value in answer.items() if key != "rootInfo"},
    ):
        assert not OUTPUT.is_valid(broken)


def test_the_command_prints_it() -> None:
    command = [sys.executable, "-P", "-m", "gtpengine", "analysis", "--schema"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout) == json.loads(json.dumps(schema())) and not done.stderr


def test_the_page_is_up_to_date() -> None:
    path = Path(__file__).parents[2] / "docs" / "reference" / "analysis-schema.md"
    advice = "run: python -m gtpengine.katajson.analysis_page > docs/reference/analysis-schema.md"
    assert path.read_text(encoding="utf-8") == page(), advice
