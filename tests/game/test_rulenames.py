"""Rules as records name them."""

from __future__ import annotations

import pytest

from board_ext.rules import RULES
from gtpengine.base.text.language import NO_TEXT
from gtpengine.game.rulenames import record_rules


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        (
            "Japanese|japanese|jp|JP|Japan|Japanese Rules|日本|日本ルール|日本规则|Nihon Kiin",
            "japanese",
        ),
        ("Chinese|cn|China|Chinese rules|中国规则|中國規則|中国|Area|chinese_rules", "chinese"),
        ("Korean|kr|Korean Rules|한국룰|韩国规则", "korean"),
        ("AGA|aga rules|American", "aga"),
        ("BGA|British", "bga"),
        ("NZ|New Zealand|new_zealand|New Zealand Rules", "new-zealand"),
        ("Tromp-Taylor|tromp taylor|TrompTaylor|Tromp-Taylor Rules|logical", "tromp-taylor"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
        ("koSIMPLEscoreAREAtaxNONEsui0whbN", "chinese"),
        ("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1", "chinese"),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "aga"),
        ("koSITUATIONALscoreAREAtaxNONEsui1fpok1", "new-zealand"),
    ],
)
def test_spellings_that_are_known(names: str, rules: str) -> None:
    for name in names.split("|"):
        assert record_rules(name) == (RULES[rules], NO_TEXT), name


def test_the_names_of_the_engine_are_known() -> None:
    for name, rules in RULES.items():
        assert record_rules(name) == (rules, NO_TEXT)
        assert record_rules(f" {name.upper().replace('-', ' ')} Rules") == (rules, NO_TEXT)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("GOE", "new-zealand"),
        ("Ing Rules", "new-zealand"),
        ("French", "aga"),
        ("Stone scoring", "chinese"),
        ("AGA (1991)", "aga"),
        ("played by Japanese rules, komi 5.5", "japanese"),
        ("koSPIGHTscoreAREAtaxNONEsui0whbN-1", "aga"),
        ("koSIMPLEscoreAREAtaxALLsui0whbN", "chinese"),
        ("koSIMPLEscoreTERRITORYtaxNONEsui0button1", "japanese"),
    ],
)
def test_the_nearest_are_taken_and_told(name: str, rules: str) -> None:
    found, note = record_rules(name)
    assert found == RULES[rules]
    told = rules.capitalize() if rules in ("japanese", "chinese") else rules
    assert str(note) == f"The rules {name!r} are read as {told} ones, the nearest."


@pytest.mark.parametrize("name", ["", "Fuzhou", "rules", "AGA or Chinese", "x" * 10_000])
def test_what_is_not_known(name: str) -> None:
    assert record_rules(name) == (None, NO_TEXT)
