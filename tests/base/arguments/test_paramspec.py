"""Parameter tables: parsing, ranges, names and the values of a component."""

from __future__ import annotations

import argparse
import pickle
from enum import StrEnum

import pytest

from gtpengine.base.arguments.paramspec import (
    ParamError,
    ParamSet,
    ParamSpec,
    argument,
    find_spec,
    nearest,
    param_table,
)


def read(text: str) -> str:
    if not text.endswith(".bin"):
        raise ValueError(f"{text} is no model; give a .bin")
    return text


class Policy(StrEnum):
    ROBUST = "robust"
    SECURE = "secure"


TABLE = param_table(
    [
        ParamSpec("threads", int, 1, 1, 64, doc="search threads"),
        ParamSpec("resign_rate", float, 0.1, 0.01, 0.5, off=True),
        ParamSpec("cleanup", bool, False),
        ParamSpec("policy", str, "robust", choices=("robust", "secure")),
        ParamSpec("name", str, "gtpengine"),
        ParamSpec("model", str, "shipped", reads=read),
        ParamSpec("limit", int, 0, 0, None),
    ],
    Policy,
)


class Params(ParamSet):
    table = TABLE
    threads: int
    resign_rate: float | None
    cleanup: bool
    policy: Policy
    name: str


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("threads", "8", 8),
        ("Threads", " 64 ", 64),
        ("resign-rate", "0.25", 0.25),
        ("resign_rate", "off", None),
        ("resign_rate", "0", None),
        ("cleanup", "on", True),
        ("cleanup", "0", False),
        ("policy", "SECURE", Policy.SECURE),
        ("name", "two words", "two words"),
        ("model", "my.bin", "my.bin"),
        ("model", "SHIPPED", "shipped"),
        ("model", "", "shipped"),
        ("limit", "123456789", 123456789),
    ],
)
def test_text_becomes_a_value_and_back(name: str, text: str, value: object) -> None:
    params = Params()
    params.set(name, text)
    assert params.get(name) == value
    spec = find_spec(name, TABLE)
    assert value is None or type(params.get(name)) is spec.kind
    assert spec.parse(spec.format(params.get(name))) == value


@pytest.mark.parametrize(
    ("name", "text", "hint"),
    [
        ("threads", "0", "from 1 to 64"),
        ("threads", "65", "from 1 to 64"),
        ("threads", "1.5", "from 1 to 64"),
        ("threads", "", "from 1 to 64"),
        ("threads", "1_0", "from 1 to 64"),
        ("threads", "٣", "from 1 to 64"),
        ("resign_rate", "nan", "from 0.01 to 0.5 or off"),
        ("resign_rate", "inf", "from 0.01 to 0.5 or off"),
        ("resign_rate", "0.001", "from 0.01 to 0.5 or off"),
        ("cleanup", "maybe", "true|false"),
        ("policy", "best", "robust|secure"),
        ("policy", "securr", "did you mean secure? expected robust|secure"),
        ("limit", "-1", "from 0 on"),
        ("limit", "9" * 5000, "from 0 on"),
        ("limit", "-" + "9" * 310, "from 0 on"),
        ("threads", "9" * 310, "from 1 to 64"),
        ("resign_rate", "9" * 310, "from 0.01 to 0.5 or off"),
    ],
)
def test_bad_values_are_refused_with_the_range(name: str, text: str, hint: str) -> None:
    params = Params()
    before = params.get(name)
    with pytest.raises(ParamError, match="expected") as refusal:
        params.set(name, text)
    assert hint in str(refusal.value)
    assert len(str(refusal.value)) < 200
    assert params.get(name) == before


def test_unknown_names_suggest_the_nearest() -> None:
    with pytest.raises(ParamError, match="did you mean resign_rate"):
        Params().set("resignrate", "0.2")
    with pytest.raises(ParamError) as refusal:
        Params().get("zzzzzz")
    assert "did you mean" not in str(refusal.value)
    assert nearest("polciy", TABLE) == "policy"


def test_names_that_have_little_in_common_are_not_suggested() -> None:
    assert nearest("--playouts", ["--log", "--set", "--level"]) is None
    assert nearest("--mode", ["--boardsize", "--memory"]) is None
    assert nearest("help", ["selfplay"]) is nearest("play", ["selfplay"]) is None
    assert nearest("--theads", ["--threads", "--memory"]) == "--threads"


@pytest.mark.parametrize("digits", [310, -5000])
def test_integers_without_end_are_refused_as_values(digits: int) -> None:
    value = 10**digits if digits > 0 else -(10**-digits)
    for name in ("threads", "limit", "resign_rate"):
        if name != "limit" or value < 0:
            with pytest.raises(ParamError, match="expected"):
                Params().assign(name, value)


def test_options_of_a_command_line_take_what_the_table_says() -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("--threads", type=argument(TABLE["threads"]))
    assert parser.parse_args(["--threads", "7"]).threads == 7
    with pytest.raises(argparse.ArgumentError, match=r"expected a whole number from 1 to 64"):
        parser.parse_args(["--threads", "65"])


def test_values_are_attributes() -> None:
    params = Params()
    assert params.threads == 1
    params.threads = 3
    assert params.get("threads") == 3
    with pytest.raises(AttributeError, match="no parameter 'thread'"):
        params.thread = 3  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="no attribute 'thread'"):
        _ = params.thread  # type: ignore[attr-defined]


def test_a_wrong_value_is_refused_at_once_however_it_comes() -> None:
    params = Params()
    for value in ("zzz", 3, None):
        with pytest.raises(ParamError, match=r"policy cannot be .*: expected robust\|secure"):
            params.policy = value  # type: ignore[assignment]
        with pytest.raises(ParamError, match=r"policy cannot be .*: expected robust\|secure"):
            params.assign("policy", value)
    assert params.policy is Policy.ROBUST
    with pytest.raises(ParamError):
        params.assign("cleanup", 1)


def test_a_name_is_in_a_set_where_its_value_can_be_had() -> None:
    params = Params()
    for name in (*TABLE, "Threads", " resign-rate"):
        assert name in params
        params.get(name)
    for other in ("thread", "", "table", "copy", 1, None, next(iter(params))):
        assert other not in params


def test_off_is_none() -> None:
    params = Params()
    params.resign_rate = None
    assert {spec.name: spec.format(value) for spec, value in params}["resign_rate"] == "off"
    params.assign("resign_rate", 0)
    assert params.resign_rate is None
    with pytest.raises(ParamError, match=r"from 1 to 64$"):
        params.assign("threads", None)


def test_copies_are_independent_and_pickle() -> None:
    params = Params()
    other = params.copy()
    assert other == params
    assert type(other) is Params
    other.set("threads", "2")
    assert other != params
    assert params.threads == 1
    assert pickle.loads(pickle.dumps(other)) == other
    assert repr(other) == "Params(threads=2)"


def test_a_table_refuses_nonsense() -> None:
    with pytest.raises(ValueError, match="twice"):
        param_table([ParamSpec("a", int, 1), ParamSpec("a", int, 2)])
    with pytest.raises(ParamError):
        ParamSpec("a", int, 0, 1, 2)
    with pytest.raises(TypeError):
        ParamSpec("a", list, 0)


def test_auto_is_the_number_that_suits_the_machine() -> None:
    spec = ParamSpec("threads", int, 1, 1, 256, auto=lambda: 7)
    assert spec.parse(" Auto ") == spec.check("auto") == 7
    assert spec.parse("3") == 3
    assert spec.range_text() == "int 1..256 or auto"
    with pytest.raises(ParamError, match=r"from 1 to 256 or auto"):
        spec.parse("automatic")
    with pytest.raises(ParamError, match="expected a whole number from 1 to 256$"):
        ParamSpec("threads", int, 1, 1, 256).parse("auto")
