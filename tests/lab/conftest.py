"""What several tests of techniques share."""

import pytest

from gtpengine.base.arguments import laboratory
from tests.mcts.conftest import net as net

if not laboratory.is_there():
    raise pytest.UsageError("tests/lab needs the laboratory: make test-lab, or --ignore=tests/lab")
