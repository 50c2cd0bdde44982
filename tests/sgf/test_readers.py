"""All that read records agree on what a record says, and none falls over one."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sgf.readers import ERRORS, READERS, Read
from tests.sgf.serverfiles import FILES

MOVES = ";B[pd];W[dp];B[pp];W[dd]"
CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases"

KOMI = [
    ("KM[375]RU[Chinese]AP[foxwq]", 7.5),
    ("KM[325]RU[Japanese]AP[foxwq]", 6.5),
    ("KM[650]HA[0]RU[Japanese]AP[GNU Go:3.8]AP[foxwq]", 6.5),
    ("KM[6,5]", 6.5),
    ("KM[0]", 0.0),
    ("RU[Japanese]", 6.5),
    ("RU[NZ]", 7.0),
    ("", 7.5),
]
"""Komi as records write it, or leave it out, and what is meant."""

RULES = [
    ("Japanese Rules", "japanese"),
    ("日本规则", "japanese"),
    ("cn", "chinese"),
    ("GOE", "new-zealand"),
    ("NZ", "new-zealand"),
    ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", "aga"),
    ("Fuzhou", "chinese"),
]

CHARSETS = {
    "gb18030": ("俓", "乗"),
    "shift_jis": ("表", "ソ"),
    "big5": ("許", "蓋"),
    "euc-kr": ("이세돌", "돌"),
    "latin-1": ("André", "Ångström"),
    "utf-16": ("李世石", "é"),
    "utf-8-sig": ("李世石", "é"),
}


def read(reader: str, data: bytes) -> Read:
    return READERS[reader](data)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(("root", "komi"), KOMI)
def test_komi(reader: str, root: str, komi: float) -> None:
    found = read(reader, f"(;GM[1]SZ[19]{root}{MOVES})".encode()).komi
    says_none = "KM" not in root and reader == "training"  # it learns from what is known alone
    assert found == komi or (found is None and (says_none or reader == "folder"))


@pytest.mark.parametrize("reader", ["loadsgf", "play", "library", "position", "review"])
def test_handicap_wherever_its_stones_are(reader: str) -> None:
    for text, stones in (
        ("HA[2]KM[50]AP[foxwq]AB[pd][dp];W[dd];B[pp]", 2),
        ("HA[2]KM[0.5];B[pd];B[dp];W[dd];B[pp]", 2),
        ("HA[3]KM[0.5]AB[pd];AB[dp];AB[pp];W[dd]", 3),
        ("HA[2]KM[0.5];W[dd];B[pp]", 2),
        ("HA[2]RU[Japanese]AB[pd][dp];W[dd]", 2),
    ):
        found = read(reader, f"(;SZ[19]{text})".encode())
        assert (found.handicap, found.komi) == (stones, 0.5), text


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_rules(reader: str, name: str, rules: str) -> None:
    found = read(reader, f"(;SZ[19]KM[7]RU[{name}]{MOVES})".encode()).rules
    assert found in (rules, None)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("charset", CHARSETS)
def test_charsets(reader: str, charset: str) -> None:
    """The last byte of a name may be that of a backslash or of a bracket."""
    black, white = CHARSETS[charset]
    text = f"(;SZ[19]PB[{black}]PW[{white}]KM[6.5]{MOVES}C[{white}])"
    found = read(reader, text.encode(charset))
    assert found.komi in (6.5, None) and found.moves in (4, None)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[19:19]KM[6.5]" + MOVES + ")",
        "(;SZ[19]KM[6.5]" + MOVES,
        "(;SZ[19]KM[6.5]" + MOVES + "C[" + "x" * 3_000_000 + "])",
        "Date: today\n\n(;GaMe[1]SiZe[19]KoMi[6.5];Black[pd];White[dp];Black[pp];White[dd];)",
        "(;SZ[19]KM[6.5](;B[pd](;W[dp](;B[pp](;W[dd]))(;B[qq]))))",
        "(;SZ[19]KM[6.5]ZZ[x]" + MOVES + ")(;SZ[9];B[aa])",
    ],
)
def test_records_of_other_programs(reader: str, text: str) -> None:
    data = text.encode()
    if data.endswith(b"(;SZ[9];B[aa])") and reader == "library":
        return  # takes all games of a file, or refuses it
    found = read(reader, data)
    assert found.moves in (4, None)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", FILES)
def test_records_of_servers(reader: str, name: str) -> None:
    found = read(reader, FILES[name])
    territory = {None, "korean", "japanese"}
    assert found.komi in (6.5, None) and found.moves in (4, None) and found.rules in territory


@pytest.mark.parametrize("reader", ["loadsgf", "play", "position", "review", "training"])
def test_dead_stones_taken_off_at_the_end(reader: str) -> None:
    read(reader, f"(;SZ[19]KM[6.5]{MOVES};AE[dd])".encode())


PIECES = [
    *(
        b"(",
        b";",
        b")",
        b"[",
        b"]",
        b"\\",
        b"\0",
        b"\xe9",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\n" * 99,
    ),
    *(b"CA[", b"CA[base64]", b"CA[UTF-16]", b"CA[gbk]", b"SZ[9]", b"KM[9e9]", b"RU[\x1b$B]"),
    *(b"HA[" + b"9" * 5000 + b"]", b"B[ee]", b"W[tt]", b"AB[aa:ii]", b"PL[x]"),
]


def hostile(rng: random.Random) -> bytes:
    """A record with something bad in it: repeated, cut, nested, or of other bytes."""
    one, other, size = rng.choice(PIECES), rng.choice(PIECES), rng.randrange(1, 30_000)
    kind = rng.randrange(4)
    if kind == 0:
        return one * (size // len(one) + 1)
    if kind == 1:
        return b"(;SZ[5]" + b"".join(rng.choices(PIECES, k=size // 150 + 1)) + b")"
    if kind == 2:
        return b"(;SZ[5]" + one + other * (size // len(other) + 1)
    good = bytearray(b"(;GM[1]SZ[5]CA[gb2312]KM[6.5]HA[2]AB[aa][bb]PB[x];W[cc](;W[ee])(;W[]))")
    for _ in range(rng.randrange(1, 9)):
        good[rng.randrange(len(good))] = rng.randrange(256)
    return bytes(good)


def refusal(reader: str, data: bytes) -> str:
    """Why a reader refuses a record; empty when it reads it."""
    try:
        read(reader, data)
    except ERRORS as error:
        return str(error) or "no reason"
    return ""


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", READERS)
def test_hostile_records_are_refused_quickly_with_a_sentence(reader: str) -> None:
    rng = random.Random(reader)
    refused = 0
    for _ in range(300):
        data = hostile(rng)
        begin = time.process_time()
        why = refusal(reader, data)
        assert time.process_time() - begin < 5, data[:99]
        assert len(why) < 400 and "\n" not in why, data[:99]
        refused += why != ""
    assert refused > 100 or reader == "folder"  # a folder is read but for that file


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("reader", READERS)
def test_a_million_changed_bytes(reader: str) -> None:
    rng = random.Random(1)
    whole = "(;GM[1]SZ[5]CA[UTF-8]KM[6.5]RU[AGA]PB[李]PL[B];B[cc]C[a\\]];W[bb](;B[])(;AE[cc]))"
    done = read_whole = 0
    while done < 1_000_000:
        data = bytearray(whole.encode())
        for _ in range(rng.choice((1, 2, 3, 9))):
            at = rng.randrange(len(data))
            piece = rng.choice((b"]", b"[", b"\\", b"(", b";", rng.randbytes(2)))
            data[at : at + rng.randrange(3)] = piece
        done += len(data)
        read_whole += not refusal(reader, bytes(data))
    assert read_whole > 0


def test_the_cases_that_people_reported() -> None:
    """Records from other programs' bug reports, where they lie beside the project."""
    if not CASES.is_dir():
        pytest.skip("../shared/cases is not there")
    expected = {
        "fox375": Read(7.5, "chinese", 0, 4),
        "fox650": Read(6.5, "japanese", 0, 4),
        "fox0h8": Read(0.0, "chinese", 8, 2),
        "km_comma": Read(6.5, "chinese", 0, 2),
        "nokm": Read(6.5, "japanese", 0, 2),
        "gbk_5c": Read(7.5, "chinese", 0, 2),
        "h2moves": Read(0.5, "chinese", 2, 5),
        "ru9_goe": Read(6.5, "new-zealand", 0, 3),
        "smartgo": Read(0.5, "japanese", 5, 5),
        "sz1919": Read(6.5, "chinese", 0, 2),
        "oldlong": Read(5.5, "chinese", 0, 3),
        "long3600": Read(7.5, "chinese", 0, 3600),
    }
    for name, wanted in expected.items():
        data = (CASES / f"{name}.sgf").read_bytes()
        for reader in ("play", "position", "review"):
            assert read(reader, data) == wanted, (name, reader)


MEASURED = """
import resource, sys, time
from gtpengine.review.searching.record import read_records
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begin = time.process_time()
print(read_records(data, "x")[-1].reason, file=sys.stderr)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) >> 10, time.process_time() - begin)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        *(b";", b"\\", b"\\]", b"(", b"(;", b"CA[", b"CA[]", b"[\xe9", b"AB[]", b"(;)", b";B[]"),
        *(b"\xe9", b"\n", b"A", b"AB[aa:ss]", b"(;B[aa]", b"(;B[aa])", b"\0"),
    ],
)
def test_memory_and_time_of_hostile_records(piece: bytes) -> None:
    """48 MB of anything, the most that is read, in 300 MB and 5 s."""
    pytest.importorskip("resource")
    data = b"(;SZ[5]C[" * (b"\\" in piece) + b"(;" + piece * ((47 << 20) // len(piece))
    command = [sys.executable, "-P", "-c", MEASURED]
    result = subprocess.run(command, input=data, capture_output=True, check=True)
    assert 3 < len(result.stderr) < 400
    megabytes, seconds = map(float, result.stdout.split())
    assert megabytes < 250 and seconds < 5
