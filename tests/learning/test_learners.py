"""What is compiled for who learns: its stubs and its documentation, as tests of all others ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_docstrings import check_docstrings
from tests.test_stubs import OF_LEARNERS, check_stubs


def test_stubs_agree_with_the_learners(tmp_path: Path) -> None:
    check_stubs(OF_LEARNERS, tmp_path)


@pytest.mark.parametrize("name", OF_LEARNERS)
def test_learners_document_themselves_at_run_time(name: str) -> None:
    check_docstrings(name)
