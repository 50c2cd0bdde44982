"""SHA-256 is SHA-256, whoever computes it."""

import hashlib
import subprocess
import sys

import pytest
from gtpengine.patterns.digest import sha256


@pytest.mark.parametrize("data", [b"", b"abc", bytes(1000)])
def test_like_the_standard_library(data: bytes) -> None:
    assert sha256(data).digest() == hashlib.sha256(data).digest()
    assert sha256(memoryview(data)).hexdigest() == hashlib.sha256(data).hexdigest()


def test_the_engine_does_without_openssl() -> None:
    code = (
        "import sys; from gtpengine.gtp.registry import load_commands; load_commands();"
        "from gtpengine.patterns.modelfile import load_shipped; load_shipped(9);"
        "print('_hashlib' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout == "False\n", result.stderr
