"""``gtpengine join``: its arguments, and what is refused before Ray is asked."""

from __future__ import annotations

import importlib.util

import pytest

from gtpengine.base.arguments.extras import install_command
from gtpengine.cli import main
from gtpengine.cluster.join import command_line


def test_the_node_offers_cores_and_memory() -> None:
    words = command_line("10.0.0.1", 6379, 3, 2048)
    assert "--address=10.0.0.1:6379" in words
    assert "--num-cpus=3" in words
    assert '--resources={"gtpengine_megabytes": 2048}' in words
    assert "--resources={}" in command_line("10.0.0.1", 6379, 3, None)


@pytest.mark.parametrize("address", ["10.0.0.1:x", "ray://10.0.0.1:1", "a b"])
def test_a_wrong_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", address]) == 2
    assert "give HOST:PORT" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["join", "10.0.0.1"], ["--cluster"]])
@pytest.mark.parametrize("absent", ["ray", "gtpengine.cluster.digests.digest"])
def test_without_ray_or_what_is_compiled_it_says_how_to_get_it(
    words: list[str],
    absent: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *rest: None if name == absent else find(name, *rest),
    )
    assert main(words) == 2
    assert install_command("cluster") in capsys.readouterr().err
