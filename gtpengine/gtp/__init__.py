"""The Go Text Protocol: lexical rules, conversation, command table."""

from gtpengine.gtp.front_end import run

__all__ = ["run"]
