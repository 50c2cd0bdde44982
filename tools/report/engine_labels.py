"""What tells the engines of an event apart, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gtpengine.tools.storage.store import Entrant

from gtpengine.base.arguments import commandwords


def differences(entrants: Sequence[Entrant]) -> list[str]:
    """Return what each entrant has and not all others: options, start-up commands, environment.

    Engines with the same of all these differ by version or revision; one entrant alone differs by
    nothing.
    """
    parts = [_parts(entrant) for entrant in entrants]
    common = set(parts[0]).intersection(*parts[1:]) if parts else set()
    found = [" ".join(part for part in own if part not in common) for own in parts]
    if len(entrants) > 1 and not any(found):
        for name in ("version", "revision"):
            values = [str(getattr(entrant.identity, name)) for entrant in entrants]
            if len(set(values)) > 1:
                return [f"{name} {value}" if value else f"no {name}" for value in values]
    return found


def named_by(name: str, text: str) -> bool:
    """Return whether an engine's name says these options already."""
    plain = re.sub(r"[^A-Za-z0-9_.+]+", "-", text.replace("--set", "")).strip("-")
    return name.endswith(plain)


def _parts(entrant: Entrant) -> list[str]:
    spec = entrant.spec
    parts = options(spec.command)
    parts += list(spec.init)
    parts += [f"{name}={value}" for name, value in spec.env]
    if spec.cwd:
        parts.append(f"in {spec.cwd}")
    return parts


def options(command: str) -> list[str]:
    """Return the program of a command line and its options, each with its value."""
    try:
        words = commandwords.split(command)
    except ValueError:
        words = command.split()
    found: list[str] = words[:1]
    for word in words[1:]:
        if word.startswith("-") or len(found) == 1 or " " in found[-1] or "=" in found[-1]:
            found.append(word)
        else:
            found[-1] += f" {word}"
    return found
