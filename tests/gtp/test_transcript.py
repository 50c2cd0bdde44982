"""The log of a conversation, as a service keeps it."""

from __future__ import annotations

import re
from pathlib import Path

from gtpengine.gtp.transcript import Transcript

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00 \d+ [<>] [a-z]+\n")


def test_a_log_that_is_emptied_while_it_is_open_goes_on_at_its_beginning(tmp_path: Path) -> None:
    """So logrotate does with ``copytruncate``."""
    path = tmp_path / "gtp.log"
    log = Transcript(path)
    log.write("<", "name")
    log.write(">", "gtpengine")
    path.write_bytes(b"")
    log.write("<", "quit")
    log.close()
    assert LINE.fullmatch(path.read_text()) and path.read_text().endswith("< quit\n")


def test_engines_may_share_a_log(tmp_path: Path) -> None:
    path = tmp_path / "gtp.log"
    first, second = Transcript(path), Transcript(path)
    for log in (first, second, first):
        log.write("<", "name")
    first.close()
    second.close()
    assert len(LINE.findall(path.read_text())) == 3
