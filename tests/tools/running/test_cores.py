"""Locks of cores lie in a folder of the user's own, and nowhere else."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from gtpengine.tools.running import cores, machine
from gtpengine.tools.running.cores import CoreLease
from gtpengine.tools.running.runner import default_slots

PINS = pytest.mark.skipif(not machine.can_pin(), reason="threads choose no cores on this system")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for temporary files, in a place without a better one for locks."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    place = tmp_path / f"gtpengine-cores-{os.getuid()}"
    monkeypatch.setattr(cores, "_places", lambda: iter([place]))
    return place


@PINS
def test_planted_links_are_not_followed(temporary: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("data")
    temporary.mkdir(mode=0o700)
    for core in machine.usable_cores():
        (temporary / str(core)).symlink_to(precious)
    assert CoreLease(1).cores == set()
    assert precious.read_text() == "data"


@PINS
def test_a_planted_folder_is_not_used(temporary: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    temporary.symlink_to(elsewhere)
    assert CoreLease(1).cores == set()
    temporary.unlink()
    temporary.mkdir()
    temporary.chmod(0o777)  # others may put into it what they like
    assert CoreLease(1).cores == set()
    assert not list(elsewhere.iterdir()) and not list(temporary.iterdir())


@PINS
def test_a_planted_pipe_is_not_waited_for(temporary: Path) -> None:
    temporary.mkdir(mode=0o700)
    for core in machine.usable_cores():
        os.mkfifo(temporary / str(core))
    found: list[set[int]] = []
    thread = threading.Thread(target=lambda: found.append(CoreLease(1).cores), daemon=True)
    thread.start()
    thread.join(timeout=30.0)
    assert found == [set()]


@PINS
def test_the_next_place_is_taken_where_one_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    lease = CoreLease(1)
    assert lease.cores
    lease.release()


def test_a_system_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS all cores count and none is pinned."""
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.delattr(os, "sched_setaffinity")
    assert machine.usable_cores() == list(range(os.cpu_count() or 1))
    assert default_slots(1) == len(machine.usable_cores())
    assert CoreLease(1).cores == set()
    machine.pin_thread({0})
