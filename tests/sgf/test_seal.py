"""A sealed record is known again; one that was changed is not."""

from __future__ import annotations

import pytest
from hypothesis import given

from gtpengine.sgf.parse import first_tree
from gtpengine.sgf.seal import SEAL, is_sealed, sealed
from gtpengine.sgf.tree import SgfNode, write
from tests.sgf.test_tree import roots

RECORD = b"(;FF[4]SZ[9]C[a];B[aa]C[b](;W[bb])(;W[cc]))"


@given(roots())
def test_any_record_can_be_sealed(root: SgfNode) -> None:
    data = sealed(root)
    assert is_sealed(data) and not is_sealed(write([root]))
    again = first_tree(data).root
    assert is_sealed(sealed(again)) and sealed(again) == data


@pytest.mark.parametrize(
    "change",
    [(b"C[b]", b"C[bb]"), (b"(;W[cc])", b""), (b"SZ[9]", b"SZ[9]GN[x]"), (b"B[aa]", b"B[ab]")],
)
def test_a_change_breaks_the_seal(change: tuple[bytes, bytes]) -> None:
    data = sealed(first_tree(RECORD).root)
    assert is_sealed(data) and SEAL.encode() in data
    changed = data.replace(*change)
    assert changed != data and not is_sealed(changed)
    assert is_sealed(data.replace(b";B", b"\n;B"))
    assert not is_sealed(data + data) and not is_sealed(b"no record") and not is_sealed(RECORD)
