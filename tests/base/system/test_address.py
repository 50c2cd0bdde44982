"""Addresses of clusters."""

from __future__ import annotations

import pytest

from gtpengine.base.system.address import read_address, split


def test_host_and_port() -> None:
    assert split("10.0.0.1:7000") == ("10.0.0.1", 7000)
    assert split(" name ") == ("name", 6379)
    read_address("auto")
    read_address("AUTO ")


@pytest.mark.parametrize("text", ["", ":1", "a:", "a:x", "a:0", "a:65536", "a b:1", "ray://x:1"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="give HOST:PORT, such as 192.168.1.10:6379, or auto"):
        read_address(text)
