"""Who listens at an address, and which addresses are this machine's."""

from __future__ import annotations

import socket

from gtpengine.cluster.reach import answers, is_here, own_address


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
