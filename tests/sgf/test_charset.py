"""Records in any charset become UTF-8, with no property lost."""

from __future__ import annotations

import pytest

from gtpengine.base.text.language import NO_TEXT
from gtpengine.sgf.charset import GUESSED, to_utf8
from gtpengine.sgf.parse import trees

# The second byte of the last character is that of "\" in these charsets, or that of "]".
NAMES = {
    "gb18030": ["古力", "李世石九段", "俓", "乗"],
    "cp932": ["本因坊秀策", "表示", "ソ", "井山裕太ゼ"],
    "cp949": ["이세돌", "김지석 9단", "박정환"],
    "big5hkscs": ["周俊勳", "許功蓋", "王立誠九段"],
    "euc_jp": ["本因坊秀策の碁", "たけみや"],
    "latin-1": ["André", "Bjørn Müller", "Ångström"],
    "cp1251": ["Иванов", "ход", "Сергей Щ."],
    "utf-8": ["李世石", "Łukasz", "이세돌", "🙂"],
}


def players(data: bytes) -> tuple[str, str, int]:
    (tree,) = trees(data)
    return tree.root.line("PB"), tree.root.line("PW"), sum(1 for _ in tree.root.main_line())


def record(black: str, white: str, mark: str = "") -> str:
    """A record whose names end at brackets, with Chinese or other text around."""
    return f"(;SZ[9]{mark}PB[{black}]PW[{white}]BR[9]KM[7.5];B[ee];W[cc]C[{white}])"


@pytest.mark.parametrize("charset", NAMES)
@pytest.mark.parametrize("declared", [True, False])
def test_names_are_read_and_nothing_is_swallowed(charset: str, declared: bool) -> None:
    for name in NAMES[charset]:
        text = record(name, NAMES[charset][0], f"CA[{charset}]" if declared else "")
        found = players(text.encode(charset))
        if declared or charset not in ("gb18030", "big5hkscs", "euc_jp"):
            assert found == (name, NAMES[charset][0], 3)
        assert found[2] == 3


@pytest.mark.parametrize("charset", ["gb18030", "cp932", "cp949", "big5hkscs", "latin-1", "cp1251"])
def test_the_charset_is_guessed_by_the_language(charset: str) -> None:
    text = record(NAMES[charset][0], NAMES[charset][1])
    data, note = to_utf8(text.encode(charset))
    assert data.decode() == text
    assert str(note) == f"The record names no charset; {charset} is taken."


def test_letters_of_no_known_charset_cost_no_property() -> None:
    assert players(record("Иванов", "ход").encode("koi8-r"))[2] == 3


def test_a_chinese_character_alone_is_no_russian_word() -> None:
    assert players(record("王诚", "诚").encode("gbk"))[:2] == ("王诚", "诚")


@pytest.mark.parametrize(
    "charset",
    [
        *("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"),
        *("utf-32", "utf-32-le", "utf-32-be"),
    ],
)
@pytest.mark.parametrize("mark", ["", "CA[UTF-16]", "CA[Shift_JIS]"])
def test_wide_characters_and_byte_order_marks(charset: str, mark: str) -> None:
    text = record("李世石", "ソ", mark)
    assert players(text.encode(charset)) == ("李世石", "ソ", 3)
    assert players(f"\n{text}".encode(charset)) == ("李世石", "ソ", 3)


@pytest.mark.parametrize("name", ["HZ", "hz-gb-2312"])
def test_a_charset_of_seven_bits_is_read_where_the_record_names_it(name: str) -> None:
    """In HZ a Chinese character may have the byte of a bracket or of a backslash."""
    text = record("李世石", "~古力", f"CA[{name}]")
    assert to_utf8(text.encode("hz")) == (text.encode(), NO_TEXT)
    data = record("a~b", "c", f"CA[{name}]").encode()
    assert to_utf8(data)[0] == data


@pytest.mark.parametrize(
    ("name", "charset"),
    [
        *(("GB2312", "gb18030"), ("gbk", "gb18030"), ("Shift_JIS", "cp932"), ("sjis", "cp932")),
        *(("big5", "big5hkscs"), ("EUC-KR", "cp949"), ("ISO-8859-1", "latin-1")),
    ],
)
def test_names_of_charsets_as_records_write_them(name: str, charset: str) -> None:
    text = record(NAMES[charset][0], NAMES[charset][1], f"CA[ {name} ]")
    assert to_utf8(text.encode(charset)) == (text.encode(), NO_TEXT)


def test_a_charset_that_is_not_so_is_told() -> None:
    text = record("李世石", "古力", "CA[UTF-8]")
    data, note = to_utf8(text.encode("gb18030"))
    assert data.decode() == text
    assert str(note) == "The record is not in the charset that it names, UTF-8; gb18030 is taken."
    data, note = to_utf8(record("李世石", "古力", "CA[nonsense]").encode())
    assert str(note) == "The record is not in the charset that it names, nonsense; UTF-8 is taken."


def test_latin_1_is_guessed_though_every_byte_agrees_with_it() -> None:
    """Programs write the standard's default whatever the characters are."""
    for charset in ("gb18030", "cp932", "big5hkscs", "cp1251"):
        text = record(NAMES[charset][0], NAMES[charset][1], "CA[ISO-8859-1]")
        data, note = to_utf8(text.encode(charset))
        assert data.decode() == text
        assert str(note).endswith(f"ISO-8859-1; {charset} is taken.")


def test_a_charset_that_swallows_brackets_is_not_believed() -> None:
    text = record("趙治勲", "黒", "CA[SJIS]")
    assert to_utf8(text.encode())[0].decode() == text


def test_characters_of_several_charsets_cost_no_property() -> None:
    data = record("李世石", "x").encode("gb18030").replace(b"[x]", "[é王]".encode())
    assert players(data)[2] == 3


@pytest.mark.parametrize("name", ["UTF-16", "utf-32", "UTF-16LE"])
def test_wide_charsets_named_in_a_narrow_file(name: str) -> None:
    for text in (record("a", "b", f"CA[{name}]"), record("李世石", "é", f"CA[{name}]")):
        data, note = to_utf8(text.encode())
        assert (data.decode(), name in str(note)) == (text, True)


def test_a_name_cut_within_a_character_leaves_the_rest() -> None:
    data = record("李世石", "古力", "CA[UTF-8]").encode().replace(b"\xb3]", b"]")
    assert "李世" in to_utf8(data)[0].decode() and "古" in to_utf8(data)[0].decode()


def test_no_byte_is_lost() -> None:
    """What no charset has is read as Latin-1, byte for byte."""
    name = bytes(set(range(128, 256)))
    data = b"(;PB[" + name + b"])"
    assert to_utf8(data)[0].decode().encode("latin-1") == data


def test_the_lists_of_characters_are_of_their_charsets() -> None:
    for charset, frequent in GUESSED.items():
        assert len(set(frequent)) == 0 or len(set(frequent)) > 90
        assert frequent.encode(charset).decode(charset) == frequent


def test_games_of_different_charsets_in_a_file() -> None:
    """As when old files and new ones are put together."""
    games = [("gbk", "古力"), ("UTF-8", "李世石"), ("Shift_JIS", "表ソ"), ("ISO-8859-1", "André")]
    data = b"\n".join(record(name, name, f"CA[{c}]").encode(c) for c, name in games)
    found = [tree.root.line("PB") for tree in trees(data)]
    assert found == [name for _, name in games]
