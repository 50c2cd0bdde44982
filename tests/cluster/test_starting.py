"""Nodes of one machine start one after the other."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from gtpengine.cluster import starting


def test_starts_do_not_overlap(tmp_path: Path) -> None:
    seen: list[str] = []

    def start(name: str) -> None:
        with starting.alone(tmp_path / "new folder" / "lock"):
            seen.append(f"{name} begins")
            time.sleep(0.3)
            seen.append(f"{name} ends")

    nodes = [threading.Thread(target=start, args=(name,)) for name in "abc"]
    for node in nodes:
        node.start()
    for node in nodes:
        node.join()
    assert len(seen) == 6
    for begun, ended in zip(seen[::2], seen[1::2], strict=True):
        assert begun.split()[0] == ended.split()[0]


def test_where_no_file_can_be_made_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with starting.alone(tmp_path / "file" / "lock"), starting.alone(tmp_path / "file" / "lock"):
        pass


def test_a_start_that_never_ends_is_waited_for_only_so_long() -> None:
    assert not starting.wait_until(lambda: False, longest=0.0)
    assert starting.wait_until(lambda: True, longest=0.0)
