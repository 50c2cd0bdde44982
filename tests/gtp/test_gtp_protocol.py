"""Lexical rules of GTP: lines in, replies out."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtpengine.gtp.protocol import (
    MAX_ID,
    GtpRequest,
    NobodyReadsError,
    Output,
    decode,
    encode,
    format_reply,
    parse,
)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("name", GtpRequest(None, "name", ())),
        ("name\n", GtpRequest(None, "name", ())),
        ("name\r\n", GtpRequest(None, "name", ())),
        ("0 name", GtpRequest(0, "name", ())),
        ("007 name", GtpRequest(7, "name", ())),
        ("12name", GtpRequest(12, "name", ())),
        (f"{MAX_ID} name", GtpRequest(MAX_ID, "name", ())),
        ("-3 name", GtpRequest(None, "name", ())),
        ("-0 name", GtpRequest(None, "name", ())),
        ("\t1\tplay  b\td4 ", GtpRequest(1, "play", ("b", "d4"))),
        ("1 play b d4 # here", GtpRequest(1, "play", ("b", "d4"))),
        ("play b d4#here", GtpRequest(None, "play", ("b", "d4"))),
        ("na\x00me\x07\x7f", GtpRequest(None, "name", ())),
        ("5", GtpRequest(5, "", ())),
        ("5 # nothing", GtpRequest(5, "", ())),
        (f"{MAX_ID + 1} name", GtpRequest(None, str(MAX_ID + 1), ("name",))),
        ("9" * 5000 + " name", GtpRequest(None, "9" * 5000, ("name",))),
        ("3 4 name", GtpRequest(3, "4", ("name",))),
        ("loadsgf a\u00a0b", GtpRequest(None, "loadsgf", ("a\u00a0b",))),
    ],
)
def test_command_lines(line: str, request_: GtpRequest) -> None:
    assert parse(line) == request_


@pytest.mark.parametrize("line", ["", " ", "\t", "\r", "\n", "# name", "  # 1 name", "\x00\x1b"])
def test_lines_without_a_reply(line: str) -> None:
    assert parse(line) is None


@pytest.mark.parametrize(
    ("success", "number", "text", "reply"),
    [
        (True, None, "", "=\n\n"),
        (True, 7, "", "=7\n\n"),
        (True, 0, "2", "=0 2\n\n"),
        (False, None, "unknown command", "? unknown command\n\n"),
        (False, 3, "illegal move", "?3 illegal move\n\n"),
        (True, None, "a\n\nb", "= a\n.\nb\n\n"),
        (True, None, "a\n   \nb\n\n\n", "= a\n.\nb\n\n"),
        (True, 1, "\n3 . .\n2 . .\n", "=1\n3 . .\n2 . .\n\n"),
        (True, None, "a\tb\rc\x07", "= a bc\n\n"),
    ],
)
def test_replies(success: bool, number: int | None, text: str, reply: str) -> None:
    assert format_reply(success, number, text) == reply


@given(success=st.booleans(), number=st.none() | st.integers(0, MAX_ID), text=st.text())
def test_every_reply_has_exactly_one_blank_line_at_its_end(
    success: bool, number: int | None, text: str
) -> None:
    reply = format_reply(success, number, text)
    status = "=" if success else "?"
    assert reply.startswith(status + ("" if number is None else str(number)))
    assert reply.endswith("\n\n")
    assert "\n\n" not in reply[:-1]
    assert not any(ord(char) < 32 and char != "\n" for char in reply)
    encode(reply)


@given(st.binary())
def test_any_bytes_can_be_parsed(data: bytes) -> None:
    request_ = parse(decode(data))
    if request_ is not None:
        assert all(word and " " not in word for word in request_.args)
        encode(format_reply(False, request_.id, f"unknown command {request_.name}"))


def test_output_is_written_at_once_and_completely() -> None:
    reading, writing = os.pipe()
    try:
        Output(writing).write("= caf\u00e9 \udcff\n\n")
        assert os.read(reading, 100) == b"= caf\xc3\xa9 \\udcff\n\n"
    finally:
        os.close(reading)
    with pytest.raises(NobodyReadsError):
        Output(writing).write("=\n\n")
    os.close(writing)
