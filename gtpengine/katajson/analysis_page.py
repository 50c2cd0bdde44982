"""The page of the analysis protocol, from the fields that the program reads and writes.

``python -m gtpengine.katajson.analysis_page > docs/reference/analysis-schema.md`` writes it; a test
compares it.
"""

from __future__ import annotations

from typing import Any

from gtpengine.katajson.fields import FIELDS, IGNORED, REQUIRED, SETTINGS, Form, Table
from gtpengine.katajson.schema import ANSWER, MOVE, ROOT

_HEAD = """\
# The analysis protocol

`gtpengine analysis` reads a query from each line of stdin and writes answers as lines to stdout. A
line is a JSON object, in the form of KataGo's analysis engine:

```sh
echo '{"id": "a", "moves": [["B","E5"]], "rules": "chinese", "boardXSize": 9, "boardYSize": 9}' |
    gtpengine analysis --visits 1000
```

`gtpengine analysis --schema` prints a JSON Schema (2020-12) for programs that check or write
queries: the document itself is the schema of a line of input, `#/$defs/output` the schema of a line
of output. This page is made from the same tables:
`python -m gtpengine.katajson.analysis_page > docs/reference/analysis-schema.md`.

Answers come in the order in which the searches end, several at a time with `--positions`. Each
search begins with an empty tree, so with one thread equal queries have equal answers. Clients that
use it: [clients.md](clients.md). From Python [the library](../guides/library.md) is shorter.
"""

_ACTIONS = """\
## Commands

A line with `action` in place of a game is a command. The answer repeats the command.

| action | meaning |
|---|---|
| `query_version` | the answer has `version` |
| `query_models` | the answer has `models`, an empty list |
| `clear_cache` | nothing: no search knows of another |
| `terminate` | end the searches of the query `terminateId`, or those for its `turnNumbers` |
| `terminate_all` | end all searches |

A search that is ended answers with what it has found; a search that had not begun answers with
`"noResults": true`. A query that cannot be answered is answered with `error` and the `field` at
fault, a field that is not known with a `warning`; the query is then answered as well.
"""


def page() -> str:
    """Return the whole page."""
    required = f"Those in bold must be given.\n\nAccepted and ignored: {_names(IGNORED)}."
    return "\n".join(
        [
            _HEAD,
            f"## Fields of a query\n\n{required}\n",
            _table(FIELDS, REQUIRED),
            "\n### Of overrideSettings\n",
            _table(SETTINGS),
            "\n## Fields of an answer\n",
            _table(ANSWER),
            "\n### Of each of moveInfos\n",
            _table(MOVE),
            "\n### Of rootInfo\n",
            _table(ROOT),
            f"\n{_ACTIONS}",
        ]
    )


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _table(fields: Table, required: tuple[str, ...] = ()) -> str:
    lines = ["| field | value | meaning |", "|---|---|---|"]
    for name, (form, text) in fields.items():
        shown = f"**`{name}`**" if name in required else f"`{name}`"
        lines.append(f"| {shown} | {_kind(form)} | {text} |")
    return "\n".join(lines)


def _kind(form: Form) -> str:
    """Return the kind of a value in words."""
    if "$ref" in form:
        return {
            "player": '`"B"` or `"W"`',
            "move": '`"D4"` or `"pass"`',
            "settings": "object",
            "rulesObject": "object",
            "moveInfo": "objects",
            "restriction": "objects with `player`, `moves`, `untilDepth`",
        }.get(form["$ref"].rpartition("/")[2], "object")
    if "anyOf" in form:
        return " or ".join(_kind(one) for one in form["anyOf"])
    if "enum" in form:
        return " or ".join(f'`"{word}"`' for word in form["enum"])
    if "const" in form:
        return f"{form['const']}"
    if "examples" in form:
        return ", ".join(f"`{word}`" for word in form["examples"])
    if form.get("type") == "array":
        return _list(form["items"])
    return _number(form)


def _list(items: Any) -> str:
    if items.get("type") == "array":
        return "list of pairs"
    if "$ref" in items:
        return "list of moves" if items["$ref"].endswith("/move") else f"list of {_kind(items)}"
    return "list of integers" if items["type"] == "integer" else "list of numbers"


def _number(form: Form) -> str:
    kinds = {"boolean": "true or false", "string": "text"}
    kind = str(form["type"])
    name = kinds.get(kind, kind)
    if "maximum" in form:
        return f"{name}, {_bound(form['minimum'])} to {_bound(form['maximum'])}"
    return f"{name}, from {form['minimum']}" if "minimum" in form else name


def _bound(value: float) -> str:
    size = abs(value)
    if isinstance(size, int) and size > 100_000 and size & (size - 1) == 0:
        return f"{'-' if value < 0 else ''}2^{size.bit_length() - 1}"
    return f"{value:g}".replace("e+0", "e").replace("e+", "e")


if __name__ == "__main__":
    print(page(), end="")
