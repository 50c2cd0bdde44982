"""A Python file of the user, named on a command line with words for it: ``net.py weights.pt``."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from gtpengine.base.arguments import commandwords
from gtpengine.base.files.userpath import user_path


def named(line: str) -> tuple[Path, list[str]]:
    """Return the file that a line names, and the words behind it.

    :raises ValueError: when it names no file.
    """
    try:
        words = commandwords.split(line)
    except ValueError as error:
        raise ValueError(f"{line}: {error}") from None
    path = user_path(words[0]) if words else Path()
    if not path.is_file():
        raise ValueError(f"{path}: no such Python file")
    return path, words[1:]


def loaded(path: Path, name: str) -> ModuleType:
    """Run a file as a module of this name; it may import its neighbours.

    :raises ValueError: when it is no Python file, or raises; the message says what.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path}: no Python file; its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[name] = module  # dataclasses and pickles look there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise failed(path, error) from error
    return module


def failed(path: Path, error: BaseException) -> ValueError:
    """Return the error that says what a file raised."""
    return ValueError(f"{path}: {type(error).__name__}: {error}")
