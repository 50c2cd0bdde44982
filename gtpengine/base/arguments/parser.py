"""The parser of every command line: one form of help, and errors that say what to do.

``describe`` gives a command its text and its examples. The parser itself adds what is easily
forgotten: names of values by their type, and defaults. Its errors name the nearest option, the
option of ours for one of another program, and quotes that were left out.
"""

from __future__ import annotations

import argparse
import re
import shlex
import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from gtpengine.base.arguments import commandwords, foreign
from gtpengine.base.arguments.paramspec import nearest

WIDEST: Final = 100
"""Most columns of a help text."""

_OPTION: Final = re.compile(r"--?[A-Za-z]\S*$")

EXAMPLES: Final = "examples:"
"""The line above the examples in a help text."""


class UsageError(Exception):
    """A command line that cannot be followed."""


class Formatter(argparse.HelpFormatter):
    """Text in paragraphs; those with an indented line keep their lines."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._width = min(self._width, WIDEST)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            textwrap.indent(paragraph, indent)
            if "\n  " in paragraph
            else textwrap.fill(" ".join(paragraph.split()), width, initial_indent=indent)
            for paragraph in text.strip("\n").split("\n\n")
        )


class Parser(argparse.ArgumentParser):
    """A parser for the command line of a program or of one of its commands.

    ``commands`` are words that begin a command line of another parser.
    """

    def __init__(self, commands: Collection[str] = (), **kwargs: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=Formatter, **kwargs)
        self.commands = commands
        self._words: list[str] = []
        self._folded: tuple[str, ...] = ()
        self._topic = ""

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Read the words of a command line; options may stand between other arguments.

        :raises UsageError: when they cannot be followed.
        """
        complete(self)
        words = list(args or ())
        actions = self.actions()
        if actions is not None and words[:1] == ["help"]:
            words = [*words[1:], "--help"]
        if actions is not None and words and words[0] in actions.choices:
            # By its own parser, so that errors name the action and its options.
            found = actions.choices[words[0]].parse_args(words[1:], namespace)
            setattr(found, actions.dest, words[0])
            return found
        if actions is not None and not words:
            self.error(f"name what to do: {', '.join(actions.choices)}")
        self._words = words
        self._refuse_unknown_options()
        parse = self.parse_known_args if actions else self.parse_known_intermixed_args
        found, extra = parse(words, namespace)
        for word in extra:
            early = f": put it first: {self.prog} {word} ..." if word in self.commands else ""
            self.error(f"unexpected argument {word!r}{early or self._about_quotes()}")
        return found

    def _refuse_unknown_options(self) -> None:
        """Refuse them before what follows them is taken for other arguments."""
        for word in self._words:
            name = word.partition("=")[0]
            if word == "--":
                return
            if _OPTION.match(word) and name not in self._option_string_actions:
                self.error(self._unknown_option(name))

    def fold(self, topic: str, *options: str) -> None:
        """Leave options, which commands share, out of the help; ``gtpengine help TOPIC`` has them.

        An option that the command does not have is passed over.
        """
        self._topic, self._folded = topic, options

    def format_help(self) -> str:
        complete(self)
        folded = [a for a in self._actions if {*a.option_strings} & {*self._folded}]
        if not folded:
            return super().format_help()
        texts, usage, epilog = [action.help for action in folded], self.usage, self.epilog
        takes = [_taken(action) for action in self._actions if not action.option_strings]
        self.usage = " ".join(["%(prog)s [options]", *takes])
        names = " ".join(action.option_strings[-1] for action in folded)
        append(self, f"'gtpengine help {self._topic}' explains the other options: {names}.")
        try:
            for action in folded:
                action.help = argparse.SUPPRESS
            return super().format_help()
        finally:
            self.usage, self.epilog = usage, epilog
            for action, text in zip(folded, texts, strict=True):
                action.help = text

    def error(self, message: str) -> NoReturn:
        wrong = UsageError(f"{self.prog}: {message}")
        wrong.add_note(f"Try '{self.prog} --help'.")
        raise wrong

    def actions(self) -> argparse._SubParsersAction[Parser] | None:
        """Return the actions of this command, each with a parser of its own, if there are any."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return action
        return None

    def options(self) -> Iterator[argparse.Action]:
        """Yield the arguments that have a text in the help."""
        for action in self._actions:
            if action.help != argparse.SUPPRESS:
                yield action

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            guess = nearest(str(value), known)
            hint = f"did you mean {guess}?" if guess else f"give one of {', '.join(known)}"
            raise argparse.ArgumentError(action, f"unknown {value!r}: {hint}")

    def _unknown_option(self, name: str) -> str:
        known = [option for option in self._option_string_actions if option.startswith("--")]
        ours = [option for option in foreign.OPTIONS.get(name, ()) if option in known]
        guess = ours[0] if ours else nearest(name, known)
        if guess:
            return f"unknown option {name!r}: did you mean {guess}?"
        quotes = self._about_quotes()
        if name in foreign.HINTS and not (quotes and self._split_engines()[0]):
            return f"unknown option {name!r}: {foreign.HINTS[name]}"
        return f"unknown option {name!r}{quotes}"

    def _about_quotes(self) -> str:
        """Return a hint that engines go into quotes, for a command that takes engines."""
        takers = [action for action in self._actions if action.metavar == "ENGINE"]
        taker = next((action for action in takers if not action.option_strings), None)
        if taker is None:
            return ""
        engines, own = self._split_engines()
        text = ": put each engine into quotes, together with its options: "
        others = [a for a in self._actions if not a.option_strings and a is not taker]
        if not others and len(engines) > (taker.nargs in ("*", "+")):
            words = [self.prog, *map(commandwords.quoted, engines)]
            return text + " ".join([*words, *([commandwords.joined(own)] if own else [])])
        return text + commandwords.quoted("gtpengine --simulations 100")

    def _split_engines(self) -> tuple[list[str], list[str]]:
        """Return the engines that the words name, as far as one can guess, and the other words."""
        engines: list[list[str]] = []
        own: list[str] = []
        words = iter(self._words)
        for word in words:
            option = self._option_string_actions.get(word.partition("=")[0])
            if option is not None:
                own.append(word)
                if option.nargs is None and "=" not in word:
                    own += [value for value in [next(words, None)] if value is not None]
            elif foreign.is_program(word):
                engines.append([word])
            elif engines:
                engines[-1].append(word)
            else:
                own.append(word)
        return [" ".join(engine) for engine in engines], own


def describe(parser: argparse.ArgumentParser, text: str, *examples: str) -> None:
    """Set what the help of a command says: ``text`` in whole sentences, and its examples.

    Each example is a command line, after ``# what it does`` on a line of its own.
    """
    parser.description = text
    lines = [f"  {line}" for example in examples for line in example.splitlines()]
    append(parser, "\n".join([EXAMPLES, *lines]))


def append(parser: argparse.ArgumentParser, paragraph: str) -> None:
    """Add a paragraph to the end of the help."""
    parser.epilog = "\n\n".join(part for part in (parser.epilog, paragraph) if part)


def examples(parser: argparse.ArgumentParser) -> list[list[str]]:
    """Return the words of each example in the help of a command, ``gtpengine`` first."""
    paragraphs = (parser.epilog or "").split("\n\n")
    shown = next((part for part in paragraphs if part.startswith(EXAMPLES)), "")
    lines = [line.strip() for line in shown.splitlines()[1:]]
    return [shlex.split(line) for line in lines if not line.startswith("#")]


def complete(parser: Parser) -> None:
    """Name the values of options by their type, and add the defaults to the texts."""
    for action in parser.options():
        if action.nargs == 0:
            continue
        if action.metavar is None:
            action.metavar = _metavar(action)
        default = _shown_default(action)
        if default and action.help and "default: " not in action.help:
            # Behind a range in brackets the default needs no brackets of its own.
            joined = action.help[:-1] + "; " if action.help.endswith(")") else action.help + " ("
            action.help = f"{joined}default: {default.replace('%', '%%')})"


def _taken(action: argparse.Action) -> str:
    """Return an argument without an option as the line of usage shows it."""
    name = str(action.metavar or action.dest.upper())
    many = {"*": f"[{name} ...]", "+": f"{name} [{name} ...]", "?": f"[{name}]"}
    # While options and arguments are read mixed, argparse has its number there.
    return many.get(str(getattr(action, "save_nargs", action.nargs)), name)


def _metavar(action: argparse.Action) -> str | None:
    if not action.option_strings:
        return action.dest.upper()
    if action.choices is not None:
        return None  # argparse lists them
    if action.type is Path:
        return "FILE"
    named: str = getattr(action.type, "metavar", "TEXT")
    return named


def _shown_default(action: argparse.Action) -> str:
    default = action.default
    if default is None or default is argparse.SUPPRESS or action.required:
        return ""
    values: Iterable[object] = default if isinstance(default, list | tuple) else [default]
    return " ".join(f"{v:g}" if isinstance(v, float) else str(v) for v in values)
