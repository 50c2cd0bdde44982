"""Beginners read what was overlooked without terms that they have not learned."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gtpengine.base.text.language import later
from gtpengine.review.mistakes import places, shapes, strategy, tactics, values
from gtpengine.review.mistakes.kinds import kinds_of
from gtpengine.review.mistakes.plainwords import PLAIN, is_beginner, plain
from gtpengine.review.reviewer import ReviewSettings, review_game
from gtpengine.review.searching.model import MistakeKind
from gtpengine.review.searching.record import read_record
from gtpengine.review.searching.searches import ReviewLimits
from tests.base.text.test_catalogue import placeholders
from tests.problems.games import GAME
from tests.review.mistakes.test_kinds import CAPTURE, mistake

TERMS = re.compile(
    r"\b(atari|ladder|ko|snapback|net|sente|gote|race|thickness|overconcentrated)\b", re.IGNORECASE
)


@pytest.mark.parametrize(
    ("rank", "beginner"),
    [("16k", True), ("25k", True), ("18k?", True), ("15k", False), ("3d", False), ("", False)],
)
def test_who_is_a_beginner(rank: str, beginner: bool) -> None:
    assert is_beginner(rank) == beginner


def test_plain_words_have_no_terms_and_say_the_same() -> None:
    for usual, words in PLAIN.items():
        assert not TERMS.search(words.message) and not TERMS.search(words.many)
        assert placeholders(usual) == placeholders(words.message)


def test_every_term_that_kinds_use_has_plain_words() -> None:
    modules = (tactics, shapes, places, values, strategy)
    said = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules)
    joined = re.sub(r'"\s+"', "", said)
    makers = r'(?:later(?:_n)?\(|kind_(?:about|of_stones|of_two_chains)\(\s*"[^"]+",)\s*"([^"]+)"'
    messages = re.findall(makers, joined)
    assert len(messages) > 20
    assert {one for one in messages if TERMS.search(one)} == PLAIN.keys()


def test_a_kind_keeps_its_name_and_points() -> None:
    [kind] = kinds_of(mistake(CAPTURE, "G7", "D3", whites=True, dead="C4 D4"))[:1]
    told = plain(kind)
    assert str(told.text) == "The next move could take 2 stones at C4; D3 saves them."
    assert replace(told, text=kind.text) == kind
    other = MistakeKind("too small", later("Too small: {best} is larger.", best="D3"))
    assert plain(other) == other


def test_the_record_says_who_is_a_beginner() -> None:
    settings = ReviewSettings(ReviewLimits(200))
    said = {}
    for rank in ("20k", "5k"):
        game = read_record(GAME.replace(b"(;", f"(;BR[{rank}]WR[{rank}]".encode(), 1))
        kinds = [kind for move in review_game(game, settings).moves for kind in move.kinds]
        said[rank] = [str(kind.text) for kind in kinds]
    assert said["5k"] and len(said["5k"]) == len(said["20k"])
    assert any(TERMS.search(text) for text in said["5k"])
    assert not any(TERMS.search(text) for text in said["20k"])
