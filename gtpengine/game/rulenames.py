"""The rules that records name (property RU), as programs and servers spell them."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from board_ext.rules import ALL_RULES, RULES, HandicapBonus, Ko, Rules, Scoring
from gtpengine.base.text.language import NO_TEXT, Text, later

_SPELLINGS: Final = {
    "japanese": "japan jp jpn jap nihon nihonkiin territory 日本 日本棋院 日本囲碁 일본",
    "chinese": "china cn chn ch zh area cwa 中国 中國 中国围棋 中國圍棋 중국 数子 數子",
    "korean": "korea kr kor kba 韩国 韓国 韓國 한국",
    "aga": "american america us usa",
    "bga": "british uk",
    "new-zealand": "nz nzl nzgs newzealand",
    "tromp-taylor": "tt tromptaylor logical",
    "capture-1": "atarigo capturego ponnuki ponnukigo アタリ碁 吃子 吃子棋",
}
_NEAREST: Final = {
    "new-zealand": "goe ing inggoe goeing sst 应氏 應氏 応氏 计点 計點",
    "aga": "french france ffg fra agabutton",
    "japanese": "egf",
    "chinese": "stonescoring ancientchinese ancientarea ancient",
}
"""Rules that the engine does not have -> the nearest of its own."""


_WORDS: Final = {
    "chinese": later("Chinese"),
    "japanese": later("Japanese"),
    "korean": later("Korean"),
}


def rules_words(name: str) -> Text:
    """Return the name of rules as people call them in their language."""
    return _WORDS.get(name, Text(name))


def _keys(table: dict[str, str]) -> dict[str, Rules]:
    return {word: ALL_RULES[name] for name, words in table.items() for word in words.split()}


_SAME: Final = {name.replace("-", ""): rules for name, rules in ALL_RULES.items()} | _keys(
    _SPELLINGS
)
_CLOSE: Final = _keys(_NEAREST)
_ENDING: Final = re.compile(
    r"(rules?|ruleset|scoring|围棋规则|规则|規則|ルール|规|규칙|룰|counting)$"
)
_KATAGO: Final = re.compile(
    r"ko(simple|positional|situational|spight)score(area|territory)tax(none|seki|all)sui([01])"
    r"(?:button([01]))?(?:whb(0|n-1|n))?(?:fpok([01]))?"
)
LONGEST: Final = 200
"""Most characters of a name."""


def record_rules(text: str) -> tuple[Rules | None, Text]:
    """Return the rules that a record names, and a note when they are not quite those here.

    None are the rules of a name that is unknown or empty.
    """
    name = text.strip()[:LONGEST]
    plain = "".join(unicodedata.normalize("NFKC", name).lower().split())
    if found := _KATAGO.fullmatch(plain):
        return _katago(found, name)
    word = re.sub(r"[-_.,'\"/()\[\]]", "", plain)
    while word not in _SAME and word not in _CLOSE and (end := _ENDING.search(word)):
        word = word[: end.start()]
    if word in _SAME:
        return _SAME[word], NO_TEXT
    rules = _CLOSE.get(word) or _inside(name)
    return rules, _read_as(name, rules) if rules else NO_TEXT


def _read_as(name: str, rules: Rules) -> Text:
    return later(
        "The rules {name} are read as {rules} ones, the nearest.",
        name=repr(name),
        rules=rules_words(rules.name),
    )


def _inside(name: str) -> Rules | None:
    """Return the rules of which a longer text speaks, when they are one."""
    text = unicodedata.normalize("NFKC", name).lower()
    words = set(re.findall(r"[a-z]{3,}", text))
    found = {
        rules.name: rules
        for key, rules in (_SAME | _CLOSE).items()
        if key in words or (not key.isascii() and key in text)
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _katago(found: re.Match[str], name: str) -> tuple[Rules, Text]:
    """Return the named rules nearest to a string of KataGo, which lists single rules."""
    ko, scoring, tax, suicide, button, bonus, friendly = found.groups()
    territory = scoring == "territory"
    wanted = (
        Scoring.TERRITORY if territory else Scoring.AREA,
        HandicapBonus((bonus or "0").upper()),
        Ko.SITUATIONAL if ko == "spight" else Ko[ko.upper()],
        suicide == "1",
        friendly != "0" if friendly else None,
    )

    def differences(rules: Rules) -> list[bool]:
        has = (rules.scoring, rules.handicap_bonus, rules.ko, rules.suicide, rules.removes_dead)
        return [want not in (None, have) for want, have in zip(wanted, has, strict=True)]

    rules = min(RULES.values(), key=differences)
    same = not any(differences(rules)) and ko != "spight" and button != "1"
    if same and tax == ("seki" if territory else "none"):
        return rules, NO_TEXT
    return rules, _read_as(name, rules)


def kata_fields(rules: Rules) -> dict[str, Any]:
    """Return the rules as the JSON object that KataGo and its clients write.

    Only capture games have ``capture``, the number of stones, which is ours alone.
    """
    return {
        "hasButton": False,
        "ko": rules.ko.name,
        "scoring": rules.scoring.name,
        "suicide": rules.suicide,
        "tax": "SEKI" if rules.scoring is Scoring.TERRITORY else "NONE",
        "whiteHandicapBonus": rules.handicap_bonus.value,
        "friendlyPassOk": rules.removes_dead,
        **({"capture": rules.capture} if rules.capture else {}),
    }
