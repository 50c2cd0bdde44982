"""Addresses of clusters."""

from __future__ import annotations

import socket

import pytest

from gtpengine.base.address import answers, is_here, own_address, read_address, split


def test_host_and_port() -> None:
    assert split("10.0.0.1:7000") == ("10.0.0.1", 7000)
    assert split(" name ") == ("name", 6379)
    read_address("auto")
    read_address("AUTO ")


@pytest.mark.parametrize("text", ["", ":1", "a:", "a:x", "a:0", "a:65536", "a b:1", "ray://x:1"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="give HOST:PORT, such as 192.168.1.10:6379, or auto"):
        read_address(text)


def test_who_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert answers("127.0.0.1", port)
    assert not answers("127.0.0.1", port)
    assert not answers("no-such-host.invalid", 1)


def test_which_hosts_are_this_machine() -> None:
    assert is_here("127.0.0.1")
    assert is_here(own_address())
    assert not is_here("192.0.2.77")
    assert not is_here("no-such-host.invalid")
