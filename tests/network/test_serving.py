"""Which network serves which board."""

from __future__ import annotations

from pathlib import Path

import pytest
from gtpengine.patterns.weight_files import SHIPPED

from gtpengine.base.arguments.paramspec import ParamError
from gtpengine.mcts.params.search_params import SearchParams
from gtpengine.network.serving import NONE, serves_size, serving, shipped_for
from tests.mcts.network_search import network_file


def test_a_network_serves_the_size_it_was_learned_on(tmp_path: Path) -> None:
    of_nine, of_all = network_file(tmp_path, 9), network_file(tmp_path)
    for path, size, served in ((of_nine, 9, True), (of_nine, 13, False), (of_all, 13, True)):
        network, notices = serving(str(path), size)
        assert (network is not None) == served
        assert bool(notices) == (not served)
    assert "boards of 13x13: playing without the network" in serving(str(of_nine), 13)[1][0]


def test_none_is_none() -> None:
    assert serving(NONE, 9) == (None, ())
    # Where the package has none, nothing is said: it is no fault.
    assert serving(SHIPPED, 5) == shipped_for(5) == (None, ())


@pytest.mark.parametrize(
    ("size", "learned_on"), [(7, 9), (8, 9), (11, 9), (12, 13), (14, 19), (15, 19), (17, 19)]
)
def test_networks_of_the_package_serve_the_sizes_near_their_own(size: int, learned_on: int) -> None:
    assert serves_size(SHIPPED, size)
    assert serving(SHIPPED, size) == shipped_for(learned_on)


@pytest.mark.parametrize("size", range(2, 7))
def test_small_boards_are_played_without(size: int) -> None:
    assert not serves_size(SHIPPED, size)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_package_has_networks(size: int) -> None:
    network, notices = serving(SHIPPED, size)
    assert network is not None
    assert notices == ()
    assert network.provenance["size"] == size
    assert "licence" in network.provenance


def test_a_bad_file_is_refused_when_the_parameter_is_set(tmp_path: Path) -> None:
    path = network_file(tmp_path, 9)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    params = SearchParams()
    with pytest.raises(ParamError, match="damaged"):
        params.set("network", str(path))
    with pytest.raises(ParamError, match="no such file"):
        params.set("network", str(tmp_path / "nothing.net"))
    assert params.network == SHIPPED
    params.set("network", NONE)
    assert params.network == NONE


def test_a_file_that_changes_later_serves_as_it_was(tmp_path: Path) -> None:
    path = network_file(tmp_path, 9)
    params = SearchParams()
    params.set("network", str(path))
    path.write_bytes(b"x")
    assert serving(params.network, 9)[0] is not None
