"""The reviewed game and its problem."""

from __future__ import annotations

import pytest

from gtpengine.problems.problem import OwnMistake, problems_of
from tests.problems.games import record, reviewed


@pytest.fixture(scope="session")
def problem() -> OwnMistake:
    """The one problem of the game."""
    (found,) = problems_of(record(), reviewed())
    return found
