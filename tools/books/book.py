"""``gtpengine book``: opening books, from records or by searches; see docs/guides/books.md.

gtpengine book build RECORDS... --size 9 --output my.book
gtpengine book grow my.sqlite --records my.book --output grown.book --minutes 60
gtpengine book show grown.book E5 C5
"""

from __future__ import annotations

from typing import Final

from gtpengine.base.arguments.actions import Actions

from . import book_build, book_files, book_grow, book_openings

COMMAND: Final = Actions(
    {
        "show": (book_files.SHOW, "show a book, or its moves in a position"),
        "build": (book_build.BUILD, "make a book of game records"),
        "grow": (book_grow.GROW, "extend a book by deep searches, for hours"),
        "openings": (
            book_openings.OPENINGS,
            "make balanced start positions for matches, by self-play",
        ),
        "bench": (book_files.BENCH, "measure how long a look-up takes"),
    },
    "Make and look after opening books, from game records or by searches. 'gtpengine help book"
    " ACTION' explains an action.",
    "# what does the book that comes with the program say after two moves?\n"
    "gtpengine book show board9 E5 C5",
)
