"""The key of a Ray cluster: a file that all machines share, so that no other can give orders.

Recent Ray (2.60) asks for it (``RAY_AUTH_MODE=token``) and makes one when it begins a cluster; Ray
before has none, and trusts everybody who reaches its ports. Ray reads the mode when it is imported.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

MODE: Final = "RAY_AUTH_MODE"
_OTHERS: Final = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
_PRIVATE: Final = 0o600


def key_file() -> Path:
    """Return where Ray keeps the key if nothing else is said."""
    return Path.home() / ".ray" / "auth_token"


def use_key() -> None:
    """Let Ray show the key of this machine, if it has one and the user has chosen nothing else."""
    if MODE not in os.environ and (
        key_file().exists() or any(name in os.environ for name in _OTHERS)
    ):
        os.environ[MODE] = "token"


def protect_key() -> None:
    """Let nobody but the user read the key; Ray writes it as other files."""
    try:
        key_file().chmod(_PRIVATE)
    except OSError:  # Ray has made no key
        return
