"""SHA-256 of files, without the 4 MB of memory that OpenSSL's library takes."""

from __future__ import annotations

import importlib
from typing import Any, Final, Protocol


class Digest(Protocol):
    """What `hashlib.sha256` returns, as far as it is used."""

    def digest(self) -> bytes:
        """The 32 bytes."""

    def hexdigest(self) -> str:
        """The same in 64 hexadecimal digits."""


def _new() -> Any:
    # As the standard library's own `random` does; the module has another name from 3.12 on.
    for name in ("_sha2", "_sha256", "hashlib"):
        try:
            return importlib.import_module(name).sha256
        except ImportError:
            continue
    raise ImportError("this Python has no hashlib; install a complete one")


_SHA256: Final = _new()


def sha256(data: bytes | memoryview) -> Digest:
    """The SHA-256 of *data*."""
    found: Digest = _SHA256(data)
    return found
