"""Whether somebody listens at an address, and which address is this machine's."""

from __future__ import annotations

import socket


def answers(host: str, port: int, seconds: float = 5.0) -> bool:
    """Return whether somebody listens at an address."""
    try:
        socket.create_connection((host, port), timeout=seconds).close()
    except OSError:
        return False
    return True


def is_here(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except OSError:
        return False
    for family, kind, _, _, place in found:
        try:
            with socket.socket(family, kind) as probe:
                probe.bind((place[0], 0, *place[2:]))
            return True
        except OSError:
            continue
    return False


def own_address() -> str:
    """Return the address by which other machines reach this one, as its routes say.

    No packet is sent: a datagram socket only asks for the route.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
