"""Every line that the tests of this folder send and get is held against the schema."""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from gtpengine.katajson.schema import schema
from gtpengine.katajson.service import Service

DOCUMENT = schema()
INPUT = jsonschema.Draft202012Validator(DOCUMENT)
OUTPUT = jsonschema.Draft202012Validator({**DOCUMENT, "if": True, "then": True, "else": True,
                                          "$ref": "#/$defs/output"})  # fmt: skip

NEEDS_THE_GAME = re.compile(
    r"move \d+: illegal|is off the \d+x\d+ board|given twice|has no liberty"
    r"|must be a list of numbers from 0 to \d+$|one for each turn"
)
"""Refusals that no schema could tell of."""


@pytest.fixture(autouse=True)
def held_against_the_schema(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Record all lines of all services; afterwards check them. Gives the complaints so far."""
    take, write = Service.take, Service._write
    errors = threading.local()
    complaints: list[str] = []

    def taking(self: Service, line: str | None) -> None:
        errors.found = []
        take(self, line)
        query: Any = None
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            query = json.loads(line or "")
        if not isinstance(query, dict):
            return
        foreseeable = any(not NEEDS_THE_GAME.search(text) for text in errors.found)
        fits = INPUT.is_valid(query)
        if foreseeable if fits else not errors.found:
            complaints.append(f"{'fits' if fits else 'does not fit'}: {line} {errors.found}")

    def writing(self: Service, fields: dict[str, Any]) -> None:
        if "error" in fields and hasattr(errors, "found"):
            errors.found.append(fields["error"])
        told = json.loads(json.dumps(fields))
        complaints.extend(f"answer: {e.message[:300]}" for e in OUTPUT.iter_errors(told))
        write(self, fields)

    monkeypatch.setattr(Service, "take", taking)
    monkeypatch.setattr(Service, "_write", writing)
    yield complaints
    assert complaints == []
