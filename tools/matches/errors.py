"""How commands tell their user's errors: a message and exit status 2, no traceback."""

from __future__ import annotations

import errno
import functools
import sys
from collections.abc import Callable
from typing import Final, TypeVar

from gtpengine.tools.games.openings import OpeningError
from gtpengine.tools.running.engines import SpecError
from gtpengine.tools.running.leftout import counted
from gtpengine.tools.running.runner import TaskError, WorkerError
from gtpengine.tools.storage.database import StoreError

from gtpengine.base.text.plain import told
from gtpengine.programs.engine_errors import EngineError

Options = TypeVar("Options")

ERROR_STATUS: Final = 2

USER_ERRORS: Final = (
    SpecError,
    OpeningError,
    EngineError,
    StoreError,
    TaskError,
    WorkerError,
    ValueError,
    OSError,
)
"""Errors of the user's input or machine."""


def user_errors(
    command: str,
) -> Callable[[Callable[[Options], int]], Callable[[Options], int]]:
    """Make a function that runs ``command`` tell ``USER_ERRORS`` as a message and return 2."""

    def decorate(run: Callable[[Options], int]) -> Callable[[Options], int]:
        @functools.wraps(run)
        def run_or_explain(options: Options) -> int:
            status = [0]
            try:
                with counted(status):
                    status[0] = run(options)
                return status[0]
            except USER_ERRORS as error:
                message = told(error, explained(error))
                print(f"gtpengine {command}: {message}", file=sys.stderr)
                return ERROR_STATUS

        return run_or_explain

    return decorate


def explained(error: Exception) -> str:
    """Return an error as its user may read it; for a file, with its name."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}the disk is full; free some space and run the same command again"
    if isinstance(error, FileExistsError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror.lower()}"
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror.lower()}; check the name and your permissions"
    return str(error)
