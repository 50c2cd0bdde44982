"""A conversation in GTP with a searcher that knows nothing."""

from __future__ import annotations

from gtpengine.gtp.session import Session
from tests.session.fake_searcher import fake_engine


class Talk:
    """A conversation; call it with a line to get the reply without its frame."""

    def __init__(self, size: int = 9) -> None:
        self.engine = fake_engine(size=size)
        self.session = Session(self.engine)

    def raw(self, line: str) -> str | None:
        return self.session.answer(line)

    def __call__(self, line: str) -> str:
        """The text of a reply that must be a success."""
        reply = self.raw(line)
        assert reply is not None
        assert reply.startswith("="), f"{line}: {reply}"
        return reply[1:].strip(" \n")

    def fails(self, line: str) -> str:
        """The text of a reply that must be a failure and leave the session as it was."""
        before = self.state()
        reply = self.raw(line)
        assert reply is not None
        assert reply.startswith("? "), f"{line}: {reply}"
        assert reply.endswith("\n\n")
        assert self.state() == before, line
        return reply[2:-2]

    def state(self) -> object:
        position = self.engine.position
        values = [str(value) for _, value in self.engine.parameters()]
        return (
            position.to_diagram(), position.moves, position.to_play, position.handicap,
            position.komi, position.ko_point, self.engine.limits(1), self.engine.limits(2), values,
            self.session.closing,
        )  # fmt: skip
