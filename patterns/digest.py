"""SHA-256 of files, without the 4 MB of memory that OpenSSL's library takes."""

from __future__ import annotations

import importlib
from typing import Any, Final, Protocol


class Sha256(Protocol):
    """The part of a ``hashlib.sha256`` object that is used."""

    def digest(self) -> bytes:
        """Return the 32 bytes."""

    def hexdigest(self) -> str:
        """Return the same in 64 hexadecimal digits."""


def _new() -> Any:
    # The standard library's ``random`` does the same; from 3.12 on the module has another name.
    for name in ("_sha2", "_sha256", "hashlib"):
        try:
            return importlib.import_module(name).sha256
        except ImportError:
            continue
    raise ImportError("this Python has no hashlib; install a complete one")


_SHA256: Final = _new()


def sha256(data: bytes | memoryview) -> Sha256:
    """Return the SHA-256 of ``data``."""
    found: Sha256 = _SHA256(data)
    return found
