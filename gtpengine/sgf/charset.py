"""The characters of a record: any charset becomes UTF-8 before the record is divided into values.

In GBK, Shift JIS and Big5 the second byte of a character may be the byte of ``\\`` or ``]``.
Divided as they are, such records lose properties. The charset is found in this order: a byte order
mark names it; the property CA does, when the bytes agree and no value loses its end; it is UTF-8
when the bytes are; else the likeliest of ``GUESSED``. Latin-1, the standard's default, is guessed
like the rest, since all bytes agree with it. No byte is lost: a byte that its charset does not
have is read as Latin-1.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Final

from gtpengine.base.text.language import NO_TEXT, Text, later
from gtpengine.sgf.error import SgfError, place, shown

PIECE: Final = 1 << 20
"""Bytes that are decoded at a time, so that text in memory stays small."""
SAMPLE: Final = 1 << 17
"""Bytes that a charset is guessed from."""

MOST_ERRORS: Final = 10_000
"""Most characters that are looked at one by one because their charset does not have them."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE: Final = (
    (re.compile(rb"(?:\s\0)*\(\0(?:\s\0)*;\0"), "utf-16-le"),
    (re.compile(rb"(?:\0\s)*\0\((?:\0\s)*\0;"), "utf-16-be"),
    (re.compile(rb"(?:\s\0{3})*\(\0{3}(?:\s\0{3})*;\0{3}"), "utf-32-le"),
    (re.compile(rb"(?:\0{3}\s)*\0{3}\((?:\0{3}\s)*\0{3};"), "utf-32-be"),
)
"""How records in UTF-16 and UTF-32 without a byte order mark begin."""

_LANG: Final = re.compile(rb"\s*+(?:#[^\n]*+\n\s*+)*+\[Header\][^\[]{0,2000}?\nLang=(\w{1,40})")
"""What the format UGF has in the place of CA."""
_DECLARED: Final = re.compile(rb"(?<![A-Za-z])C[a-z]*A[a-z]*\s*+\[\s*+([^\]]{0,40})")
_TOKENS: Final = re.compile(
    rb"(?:\s*+(?:[;()]|(?:[A-Za-z]\w*+\s*+)?\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]))*+", re.DOTALL
)
"""As much of a game as can be divided into properties."""

LATIN: Final = "latin-1"
_WIDER: Final = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift_jisx0213": "shift_jis_2004",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "ascii": "utf-8",
    "utf-8-sig": "utf-8",
    "iso8859-1": LATIN,
}
"""The charset that has all that another one has; records name the smaller one, and use more."""
_NEXT_GAME: Final = re.compile(rb"\)\s*+(\()\s*+;(?=[^()]{0,300}(?<![A-Za-z])CA\[)")
"""Where a game with a charset of its own begins after another game."""
MOST_PARTS: Final = 10_000
"""Most games of a file that are looked at for a charset of their own."""
_BEYOND: Final = re.compile(r"[^\0-\x7f]")
_WORDS: Final = {
    LATIN: re.compile(r"(?<![\x80-\xff])[\xc0-\xff](?![\x80-\xff])"),
    "cp1251": re.compile(
        r"(?<![^\0-\x7f])[\u0401\u0410-\u042f]?[\u0430-\u044f\u0451]{2,}+"
        r"(?<=[^\0-\x7f]{3})(?![^\0-\x7f])"
    ),
}
"""Letters as in the words of a language: Latin ones alone, Russian ones small, at least three.

One Chinese character has two bytes, so it never looks like a Russian word.
"""
_UNSAFE: Final = ("utf-7", "punycode", "idna", "unicode-escape", "raw-unicode-escape", "undefined")
"""Codecs of Python that are no charsets of files."""
_ASCII: Final = "".join(map(chr, range(32, 126)))
"""Characters that each charset of records has at the bytes of ASCII; ``~`` is special in HZ."""
_SEVEN_BITS: Final = ("iso2022", "hz")
"""Charsets whose bytes are all ASCII."""

GUESSED: Final[dict[str, str]] = {
    "gb18030": "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着"
    "去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主"
    "行方又如前所本见经头面公同三已老从动两长段级围棋胜黑白盘负超贴目局定式布死活打劫"
    "飞跳尖断接征李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马石世古力柯洁聂卫平昊晓春罗河孔"
    "杰唐韦星范廷越耀江连笑豪新明华强伟建军志海波涛峰宇浩鹏龙云山东北西京队杯赛第届月"
    "二四五六七八九百初职业余冠亚决俞昌镐曹薰铉睦镇硕崔哲瀚桓申真谞",
    "cp932": "のにはをたがでてとしれさあいるうもかなこらりっきくまよせんずばそえおつちやわけぐ"
    "げじだどべほみめむゆろアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘ"
    "ホマミムメモヤユヨラリルレロワンー・。、段級先番碁囲棋戦局勝敗白黒中押目半本因坊"
    "名人王座天元聖十持時間年月日第手回期山田川木村小大高井石秀策修哉正夫治勲武宮藤沢"
    "坂英男林海峰趙光一細結城聡羽根直樹下敬吾依紀張栩裕太河野臨芝虎丸力遼",
    "cp949": "이김박최정강조윤장임한오서신권황안송류홍전고문손양배백허남심노하곽성차주우구나민"
    "진지수영현준호동재상승철기일대은경원희용종태선연규석훈병무찬창국제도해인학세유명"
    "화단급흑불계집반덤바둑다는을를가에의로와과들그것있어요니아사보자게라마리면만부비"
    "미여모방시체월년회돌환변건치광삼농춘란응씨왕위패천",
    "big5hkscs": "的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著"
    "去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主"
    "行方又如前所本見經頭面公同三已老從動兩長段級圍棋勝黑白盤負超貼目局定式布死活打劫"
    "飛跳尖斷接征李王張劉陳楊趙黃周吳徐孫胡朱高林何郭馬石世古力柯潔聶衛平昊曉春羅河孔"
    "傑唐韋星范廷越耀江連笑豪新明華強偉建軍志海波濤峰宇浩鵬龍雲山東北西京隊杯賽第屆月"
    "二四五六七八九百初職業餘冠亞決勳俊宏至涵立誠許功蓋",
    "euc_jp": "",
    LATIN: "",
    "cp1251": "",
}
"""Charsets of records that name none, with frequent characters of the languages in them."""
GUESSED["euc_jp"] = GUESSED["cp932"]


def _latin(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


LENIENT: Final = "gtpengine.latin-1"
codecs.register_error(LENIENT, _latin)


def to_utf8(data: bytes) -> tuple[bytes, Text]:
    """Return the data as UTF-8, and a note when its charset had to be guessed.

    :raises SgfError: when the record names a codec that no record can be in.
    """
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return _converted(data[len(mark) :], charset), NO_TEXT
    for pattern, charset in _WIDE:
        if pattern.match(data):
            return _converted(data, charset), NO_TEXT
    found = _LANG.match(data) or _DECLARED.search(data)
    declared = _declared(data, found) if found else ""
    if data.isascii() and not declared.startswith(_SEVEN_BITS):
        return data, NO_TEXT if declared or not found else _unknown(found, "ASCII")
    if parts := _parts(data):
        return b"".join(to_utf8(part)[0] for part in parts), NO_TEXT
    sample = data[:SAMPLE]
    if declared != LATIN and _is(data, declared) and _keeps_values(sample, declared):
        return _converted(data, declared), NO_TEXT
    if _is(data, "utf-8"):
        return data, NO_TEXT if not found else _unknown(found, "UTF-8")
    charset = _likeliest(sample, declared, len(data) <= SAMPLE)
    if found and charset != declared:
        return _converted(data, charset), _unknown(found, charset)
    note = later("The record names no charset; {charset} is taken.", charset=charset)
    return _converted(data, charset), NO_TEXT if found else note


def _parts(data: bytes) -> list[bytes]:
    """Return the games of a file by themselves, where they name more than one charset."""
    named = {found[1].strip().lower() for found in islice(_DECLARED.finditer(data), MOST_PARTS)}
    if len(named) < 2:
        return []
    cuts = [found.start(1) for found in islice(_NEXT_GAME.finditer(data), MOST_PARTS)]
    return [data[a:b] for a, b in pairwise([0, *cuts, len(data)])] if cuts else []


def _unknown(found: re.Match[bytes], taken: str) -> Text:
    return later(
        "The record is not in the charset that it names, {named}; {taken} is taken.",
        named=shown(found[1]),
        taken=taken,
    )


def _declared(data: bytes, found: re.Match[bytes]) -> str:
    """Return the codec for what CA names, or nothing when the name is unknown.

    :raises SgfError: when it is the name of a codec that no record can be in.
    """
    name = found[1].strip().decode("latin-1")
    try:
        codec = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    if codec.name.startswith(("utf-16", "utf-32")):
        return ""  # of the file from which this one, in narrow characters, was made
    try:
        safe = codec.name not in _UNSAFE and str(_ASCII.encode(), codec.name) == _ASCII
    except (LookupError, ValueError):  # no codec of text, or no character is one byte
        safe = False
    if not safe:
        raise SgfError(
            f"CA[{shown(found[1])}] is no charset that this record can be in; save the"
            " record as UTF-8",
            place(data, found.start()),
        )
    return _WIDER.get(codec.name, codec.name)


def _pieces(data: bytes, charset: str, errors: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(charset)(errors)
    for at in range(0, len(data), PIECE):
        yield decoder.decode(data[at : at + PIECE])
    yield decoder.decode(b"", True)


def _is(data: bytes, charset: str) -> bool:
    """Return whether there is such a charset, and all bytes are characters of it."""
    if not charset:
        return False
    try:
        for _ in _pieces(data, charset, "strict"):
            pass
    except ValueError:
        return False
    return True


def _converted(data: bytes, charset: str) -> bytes:
    errors = sum(text.count("\ufffd") for text in _pieces(data, charset, "replace"))
    if charset == "utf-8" and not errors:
        return data
    if errors > MOST_ERRORS:
        charset = "latin-1"
    whole = io.BytesIO()  # shares its bytes with what it returns
    for text in _pieces(data, charset, LENIENT):
        whole.write(text.encode("utf-8", "replace"))
    return whole.getvalue()


def _likeliest(sample: bytes, declared: str, whole: bool) -> str:
    """Return the charset in which a sample keeps most values, then has most frequent characters.

    A wrong charset takes brackets for halves of characters, so values are lost. Servers cut names
    in the middle of a character: few errors are none.
    """
    beyond = sum(byte > 127 for byte in sample)
    for charset in dict.fromkeys((declared, "utf-8")):
        if charset not in ("", LATIN) and 4 * _errors(sample, charset) <= beyond:
            return charset
    best, likeliest = (-1, -1.0), LATIN
    for charset in GUESSED:
        text = _text(sample, charset, whole)
        score = (_values(text), _share(text, charset)) if text else best
        if score > best:
            best, likeliest = score, charset
    return likeliest


def _keeps_values(sample: bytes, charset: str) -> bool:
    """Return whether no other charset keeps more values of a sample than this one."""
    kept = _values(_text(sample, charset))
    return all(_values(_text(sample, other)) <= kept for other in ("utf-8", *GUESSED))


def _text(sample: bytes, charset: str, whole: bool = False) -> str:
    """Return a sample as text; nothing when a byte is no character of the charset."""
    try:
        return codecs.getincrementaldecoder(charset)().decode(sample, whole)
    except ValueError:
        return ""


def _values(text: str) -> int:
    """Return how many values stand before the first that has no end, or that is out of place."""
    data = text.encode("utf-8", "replace")
    found = _TOKENS.match(data, max(0, data.find(b"(;")))
    return data.count(b"]", 0, found.end() if found else 0)


def _errors(data: bytes, charset: str) -> int:
    """Return how many characters are lost when the data is read in a charset."""
    try:
        text = str(data, charset, "replace")
    except LookupError:
        return len(data)
    return text.count("\ufffd")


def _share(text: str, charset: str) -> float:
    """Return how many of the characters beyond ASCII are frequent ones of a language.

    Without such a list: how many stand as in the words of one.
    """
    beyond = _BEYOND.findall(text)
    if words := _WORDS.get(charset):
        return sum(map(len, words.findall(text))) / max(1, len(beyond))
    return sum(character in GUESSED[charset] for character in beyond) / max(1, len(beyond))
