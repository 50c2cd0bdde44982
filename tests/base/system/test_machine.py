"""Cores and memory of this process under affinity and control groups, in made-up file systems."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gtpengine.base.system import machine

GIB = 1 << 30


def write(root: Path, **files: str) -> None:
    """Write files below *root*; ``__`` in a name stands for a slash, ``_dot_`` for a dot."""
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_no_control_group_is_no_limit(tmp_path: Path) -> None:
    assert machine.cpu_quota(tmp_path, tmp_path) is None
    assert machine.memory_left(tmp_path, tmp_path) is None


@pytest.mark.parametrize(
    ("limit", "cores"),
    [("150000 100000\n", 1.5), ("max 100000\n", None), ("50000 0\n", None), ("nonsense", None)],
)
def test_quota_of_version_2(tmp_path: Path, limit: str, cores: float | None) -> None:
    write(tmp_path, self__cgroup="0::/a/b\n", a__b__cpu_dot_max=limit)
    assert machine.cpu_quota(tmp_path, tmp_path) == cores


def test_the_tightest_group_on_the_way_up_counts(tmp_path: Path) -> None:
    write(
        tmp_path,
        self__cgroup="0::/a/b\n",
        cpu_dot_max="800000 100000",
        a__cpu_dot_max="200000 100000",
        a__b__cpu_dot_max="400000 100000",
    )
    assert machine.cpu_quota(tmp_path, tmp_path) == 2


def test_quota_of_version_1(tmp_path: Path) -> None:
    write(tmp_path, self__cgroup="4:memory:/x\n3:cpu,cpuacct:/x\n0::/\n")
    folder = tmp_path / "cpu,cpuacct" / "x"
    write(folder, cpu_dot_cfs_quota_us="300000\n", cpu_dot_cfs_period_us="100000\n")
    assert machine.cpu_quota(tmp_path, tmp_path) == 3
    write(folder, cpu_dot_cfs_quota_us="-1\n")
    assert machine.cpu_quota(tmp_path, tmp_path) is None


def test_a_group_named_as_from_outside_a_container(tmp_path: Path) -> None:
    write(tmp_path, self__cgroup="0::/docker/abc\n", cpu_dot_max="100000 100000")
    assert machine.cpu_quota(tmp_path, tmp_path) == 1


def test_memory_is_what_the_machine_and_the_group_leave(tmp_path: Path) -> None:
    write(tmp_path, self__cgroup="0::/a\n", meminfo="MemTotal: 9 kB\nMemAvailable: 8388608 kB\n")
    assert machine.memory_left(tmp_path, tmp_path) == 8 * GIB
    write(tmp_path, a__memory_dot_max="max", a__memory_dot_current=str(GIB))
    assert machine.memory_left(tmp_path, tmp_path) == 8 * GIB
    write(tmp_path, a__memory_dot_max=str(3 * GIB))
    assert machine.memory_left(tmp_path, tmp_path) == 2 * GIB
    # Files in memory give way.
    write(tmp_path, a__memory_dot_stat=f"anon 5\ninactive_file {GIB // 2}\n")
    assert machine.memory_left(tmp_path, tmp_path) == 2.5 * GIB
    write(tmp_path, a__memory_dot_current=str(9 * GIB))
    assert machine.memory_left(tmp_path, tmp_path) == 0


@pytest.mark.parametrize(
    ("allowed", "quota", "cores"),
    [(8, None, 8), (8, 2.0, 2), (8, 1.5, 2), (8, 0.2, 1), (2, 6.0, 2), (999, None, 256)],
)
def test_usable_cores(
    monkeypatch: pytest.MonkeyPatch, allowed: int, quota: float | None, cores: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(allowed)), raising=False)
    monkeypatch.setattr(machine, "cpu_quota", lambda: quota)
    assert machine.usable_cores() == cores


def test_a_system_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(machine, "cpu_quota", lambda: None)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert machine.usable_cores() == 1
    assert machine.whole_cores() is None


def test_two_hardware_threads_are_one_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    assert machine.whole_cores(tmp_path) is None
    for cpu, siblings in enumerate(("0-1", "0-1", "2-3")):
        write(tmp_path / f"cpu/cpu{cpu}/topology", thread_siblings_list=siblings)
    assert machine.whole_cores(tmp_path) == 2


@pytest.mark.parametrize(
    ("usable", "whole", "load", "free"),
    [
        (8, 4, (0.3, 0.9), 4),
        (8, None, (0.0, 0.0), 8),
        (8, 8, (5.5, 2.9), 6),
        (8, 8, (1.2, 7.0), 7),
        (2, 2, (20.0, 15.0), 1),
        (1, 4, (0.0, 0.0), 1),
    ],
)
def test_a_search_leaves_busy_cores_alone(
    monkeypatch: pytest.MonkeyPatch,
    usable: int,
    whole: int | None,
    load: tuple[float, float],
    free: int,
) -> None:
    monkeypatch.setattr(machine, "usable_cores", lambda: usable)
    monkeypatch.setattr(machine, "installed_cores", lambda: 8)
    monkeypatch.setattr(machine, "whole_cores", lambda: whole)
    monkeypatch.setattr(os, "getloadavg", lambda: (*load, 0.0), raising=False)
    assert machine.free_cores() == free
    monkeypatch.delattr(os, "getloadavg")
    assert machine.free_cores() == min(usable, whole or usable)


@pytest.mark.parametrize(
    ("name", "driver", "low"),
    [
        ("powersave", "acpi-cpufreq", "powersave"),
        ("powersave", "intel_pstate", ""),
        ("performance", "acpi-cpufreq", ""),
        ("schedutil", "cppc_cpufreq", ""),
    ],
)
def test_governors(tmp_path: Path, name: str, driver: str, low: str) -> None:
    write(tmp_path / "cpu/cpu0/cpufreq", scaling_governor=name, scaling_driver=driver)
    assert machine.governor(tmp_path) == low


def test_what_this_machine_says() -> None:
    assert machine.cpu_name()
    assert 1 <= machine.usable_cores() <= machine.installed_cores()
    assert isinstance(machine.clock_source(), str)
    assert machine.governor(Path("/no/such/folder")) == ""
