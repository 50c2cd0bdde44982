"""A step of provenance can be written, whatever was typed."""

from __future__ import annotations

import json

import pytest
from gtpengine.tools.running.provenance import readable, step, without_folders

from gtpengine.base.arguments.commandwords import split


def test_what_is_no_utf8_is_replaced() -> None:
    assert readable("Größe 4 \u56f2\u7881") == "Größe 4 \u56f2\u7881"
    assert readable("caf\udce9") == "caf\ufffd"


def test_a_step_can_be_written() -> None:
    words = ["book", "build", "\udce9.txt"]
    about = {"komi": 7.5, "rank\udce9": ("\udce9", None), "more": [{"x": "\udce9"}]}
    made = step(words, note="caf\udce9", records=["\udce9.txt"], filter=about, games=3)
    assert json.loads(json.dumps(made, ensure_ascii=False).encode()) is not None
    assert made["command"] == "gtpengine book build '\ufffd.txt'"
    assert (made["note"], made["records"], made["games"]) == ("caf\ufffd", ["\ufffd.txt"], 3)
    assert made["filter"] == {
        "komi": 7.5,
        "rank\ufffd": ("\ufffd", None),
        "more": [{"x": "\ufffd"}],
    }


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("/home/me/games.txt", "games.txt"),
        ("--output=/home/me/a.net", "--output=a.net"),
        ("katago -model /m/n.gz -x", "katago -model n.gz -x"),
        ("base:/home/me/b.txt:d,p", "base:b.txt:d,p"),
        ("games/a.txt", "games/a.txt"),
        ("http://place/x", "http://place/x"),
        (r"--output=C:\Users\me\a.net", "--output=a.net"),
        (r"games\a.txt", r"games\a.txt"),
        ("/", "/"),
    ],
)
def test_a_step_does_not_tell_where_files_lie(word: str, told: str) -> None:
    assert without_folders(word) == told
    assert told in split(step([word])["command"])[1]
