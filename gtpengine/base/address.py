"""Addresses of clusters: HOST:PORT, or ``auto`` for the cluster of this machine."""

from __future__ import annotations

from typing import Final

AUTO: Final = "auto"
"""The cluster at Ray's own port of this machine; without one, one is begun there."""

OFF: Final = "off"

PORT: Final = 6379
"""The port of a cluster where none is given; Ray's own choice."""


def split(address: str) -> tuple[str, int]:
    """Return host and port of ``HOST:PORT`` or ``HOST``.

    :raises ValueError: when it is neither.
    """
    host, colon, port = address.strip().rpartition(":")
    if not colon:
        host, port = port, str(PORT)
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= 5 else 0
    if not host or " " in host or "/" in host or not 0 < number < 65536:
        raise ValueError(f"give HOST:PORT, such as 192.168.1.10:{PORT}, or {AUTO}")
    return host, number


def read_address(text: str) -> None:
    """Check the value of the option ``cluster``.

    :raises ValueError: when it is no address.
    """
    if text.strip().lower() != AUTO:
        split(text)


def answers(host: str, port: int, seconds: float = 5.0) -> bool:
    """Return whether somebody listens at an address."""
    import socket  # slow, and clusters alone need it

    try:
        socket.create_connection((host, port), timeout=seconds).close()
    except OSError:
        return False
    return True


def is_here(host: str) -> bool:
    """Return whether a host is this machine."""
    import socket

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
    import socket

    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737)
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
