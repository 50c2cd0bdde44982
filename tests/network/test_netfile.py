"""Files of networks: what is written is read again, and damage is refused with its name."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from gtpengine.patterns.digest import sha256

from gtpengine.network.netfile import NetError, NetParts, decode, load_net, read_net
from gtpengine.network.netwriting import encode, write_net
from gtpengine.network.rawoutputs import raw_outputs

from .nets import a_shape, random_parts, random_planes

PARTS = random_parts(a_shape(channels=24))
DATA = encode(PARTS)
HEADER_LENGTH = struct.unpack("<I", DATA[12:16])[0]
HEADER = json.loads(DATA[16 : 16 + HEADER_LENGTH])


def resealed(body: bytes) -> bytes:
    """The file with the right checksum."""
    return body[:-32] + sha256(body[:-32]).digest()


def with_header(text: bytes) -> bytes:
    head = DATA[:12] + struct.pack("<I", len(text)) + text
    return resealed(head + DATA[16 + HEADER_LENGTH :])


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "small.net"
    write_net(path, PARTS)
    found = read_net(path)
    assert found.shape == PARTS.shape and found.provenance == PARTS.provenance
    for name, array in PARTS.arrays.items():
        np.testing.assert_array_equal(found.arrays[name], array)
    network = load_net(path, "plain")
    assert (network.shape, network.path) == (PARTS.shape, "plain")
    assert network.provenance == PARTS.provenance
    assert np.isfinite(raw_outputs(network, *random_planes(9, 1)).policy).all()


def test_a_file_says_whether_its_network_sees_the_move_model() -> None:
    alone = random_parts(a_shape(board_alone=True))
    data = encode(alone)
    head = json.loads(data[16 : 16 + struct.unpack("<I", data[12:16])[0]])
    assert (head["planes"], head["numbers"]) == (HEADER["planes"][:-1], HEADER["numbers"][:-1])
    assert decode(data, "alone").shape == alone.shape and not alone.shape.sees_model
    assert PARTS.shape.sees_model
    heavy = dict(alone.arrays) | {"policy.skip": np.ones(1, "<f4")}
    with pytest.raises(ValueError, match="a move model that the network does not see"):
        encode(NetParts(alone.shape, heavy, {}))
    # The names and the shape say the same.
    for name in ("planes", "numbers"):
        text = json.dumps(HEADER | {name: HEADER[name][:-1]}).encode()
        with pytest.raises(NetError, match="other planes"):
            decode(with_header(text), "made")


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda data: data[:20], "too short"),
        (lambda data: b"something" + data[9:], "is no network"),
        (lambda data: data[:8] + struct.pack("<I", 2) + data[12:], "newer gtpengine"),
        (lambda data: data[:8] + struct.pack("<I", 0) + data[12:], "export it again"),
        (lambda data: data[:12] + struct.pack("<I", 1 << 30) + data[16:], "longer than can be"),
        (lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "damaged"),
        (lambda data: data[:-100], "damaged"),
        (lambda data: resealed(data + b"more"), "length does not fit"),
        (lambda data: resealed(data[:-40] + data[-32:]), "length does not fit"),
        (lambda data: resealed(data[:-36] + b"\0\0\xc0\x7f" + data[-32:]), "not finite"),
        (lambda _: with_header(json.dumps(HEADER | {"planes": ["board"]}).encode()), "planes"),
        (lambda _: with_header(b"[1]"), "header cannot be read"),
    ],
)
def test_damaged_and_foreign_files_are_refused(
    damage: Callable[[bytes], bytes], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "odd.net"
    path.write_bytes(damage(DATA))
    with pytest.raises(NetError, match=why) as error:
        load_net(path)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("name", list(HEADER["shape"]))
@pytest.mark.parametrize(
    "value", ["1e999", "NaN", "-1", "0", "1000000", "9" * 400, "null", '"x"', "true", "1.5", "[[]]"]
)
def test_headers_made_to_break_the_reader(name: str, value: str) -> None:
    """All have the right checksum, as a file has that somebody made on purpose."""
    shape = json.dumps(HEADER["shape"] | {name: "HERE"}).replace('"HERE"', value)
    text = json.dumps(HEADER | {"shape": "HERE"}).replace('"HERE"', shape).encode()
    with pytest.raises(NetError) as refused:
        decode(with_header(text), "made")
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("stem.weights", -128, "below -127"),
        ("stem.gain", -1, "negative"),
        ("heads.look.bias", 2**30, "overflow"),
        ("blocks.0.0.bias", 2**31 - 1, "overflow"),
        ("policy.points.weights", 32767, None),
        ("policy.skip", np.inf, "not finite"),
    ],
)
def test_numbers_that_could_overflow_are_refused(name: str, value: float, why: str | None) -> None:
    arrays = dict(PARTS.arrays)
    arrays[name] = np.full_like(arrays[name], value)
    if why is None:
        arrays[name] = np.full_like(arrays[name], 32767)
        assert encode(NetParts(PARTS.shape, arrays, {}))
        return
    with pytest.raises(ValueError, match=why):
        encode(NetParts(PARTS.shape, arrays, {}))


def test_other_arrays_are_refused() -> None:
    arrays = dict(PARTS.arrays)
    del arrays["policy.skip"]
    with pytest.raises(ValueError, match=r"policy\.skip"):
        encode(NetParts(PARTS.shape, arrays, {}))
    arrays = dict(PARTS.arrays) | {"policy.skip": np.zeros(2, "<f4")}
    with pytest.raises(ValueError, match="not <f4"):
        encode(NetParts(PARTS.shape, arrays, {}))


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(NetError, match="no such file"):
        load_net(tmp_path / "none.net")
