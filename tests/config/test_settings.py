"""Settings: the table of options, the configuration file, and what is refused."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from gtpengine.config.options import ENGINE_PARAMS
from gtpengine.config.settings import OPTIONS, Settings, SettingsError, make_settings, read_config


def test_the_rows_with_a_metavar_are_options_and_the_rest_fills_fields() -> None:
    of_engine = {name for name, spec in ENGINE_PARAMS.items() if spec.metavar}
    assert of_engine == {option.parameter for option in OPTIONS.values()} - {""}
    own = {name for name, option in OPTIONS.items() if not option.parameter}
    assert own == {field.name for field in fields(Settings)} - {"options", "parameters"}


def test_nothing_given_is_the_default() -> None:
    assert make_settings({}) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("simulations", "2000", 2000),
        ("time-per-move", "0.5", 0.5),
        ("threads", "2", 2),
        ("memory", "4096", 4096),
        ("seed", "9223372036854775807", 2**63 - 1),
        ("rules", "Tromp_Taylor", "tromp-taylor"),
        ("simulations", "off", None),
        ("resign", "off", None),
        ("resign", "0.05", 0.05),
    ],
)
def test_texts_for_the_engine_are_values_of_its_rows(name: str, text: str, value: object) -> None:
    [(parameter, given)] = make_settings({name: text}).options
    assert ENGINE_PARAMS[parameter].parse(given) == value


def test_values() -> None:
    texts = {"boardsize": "9", "komi": "-7.5"}
    assert make_settings(texts) == Settings(boardsize=9, komi=-7.5)


@pytest.mark.parametrize(
    ("name", "text", "hint"),
    [
        ("simulations", "-1", "from 1 on"),
        ("simulations", "many", "from 1 on"),
        ("time-per-move", "-1", "from 0.001 to 86400"),
        ("time-per-move", "nan", "from 0.001 to 86400"),
        ("threads", "1.5", "from 1 to 256"),
        ("memory", "1", "from 16 to 1048576"),
        ("seed", "-1", "from 0 on"),
        ("rules", "chinse", "did you mean chinese"),
        ("boardsize", "20", "from 2 to 19"),
        ("komi", "x", "from -1000 to 1000"),
        ("resign", "0.9", "from 0.001 to 0.5 or off"),
        ("log", "/no/such/folder/x.log", "a folder that exists"),
    ],
)
def test_refused_values_name_what_is_right(name: str, text: str, hint: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        make_settings({name: text})
    assert hint in str(refusal.value)
    assert name in str(refusal.value)


def test_configuration_file(tmp_path: Path) -> None:
    path = tmp_path / "engine.toml"
    path.write_text(
        'threads = 2\ntime_per_move = 1.5\nresign = "off"\nkomi = 7\n'
        "[set]\nrave_bias = 0.001\ncleanup = true\n"
    )
    texts, parameters = read_config(path)
    assert make_settings(texts, parameters) == Settings(
        komi=7.0,
        options=(("threads", "2"), ("time_per_move", "1.5"), ("resign", "off")),
        parameters=(("rave_bias", "0.001"), ("cleanup", "true")),
    )


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("thread = 2", "did you mean threads"),
        ("threads = [2]", "threads must be a number or a string"),
        ("threads = ", "not TOML"),
        ("set = 1", "must be a table"),
        ("[set]\nx = {}", "x must be a number or a string"),
        ("[bench]\n", "unknown setting 'bench'"),
    ],
)
def test_refused_configurations(tmp_path: Path, content: str, hint: str) -> None:
    path = tmp_path / "engine.toml"
    path.write_text(content)
    with pytest.raises(SettingsError) as refusal:
        read_config(path)
    assert hint in str(refusal.value)
    assert str(path) in str(refusal.value)


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        ("threads = 0x" + "f" * 5000, "threads must be a number or a string"),
        ("threads = " + "9" * 310, "from 1 to 256"),
        ("komi = inf", "from -1000 to 1000"),
        ("threads = " + "[" * 5000, "nested too deeply"),
    ],
)
def test_configurations_made_to_break_the_reader(tmp_path: Path, content: str, hint: str) -> None:
    path = tmp_path / "engine.toml"
    path.write_text(content)
    with pytest.raises(SettingsError, match=re.escape(hint)):
        make_settings(read_config(path)[0])


def test_configuration_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot read"):
        read_config(tmp_path / "none.toml")
    (tmp_path / "latin1.toml").write_bytes(b'log = "\xe9"')
    with pytest.raises(SettingsError, match="not TOML"):
        read_config(tmp_path / "latin1.toml")
