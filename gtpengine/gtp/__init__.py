"""The Go Text Protocol: lexical rules, command table and the commands."""

from gtpengine.gtp.front_end import run

__all__ = ["run"]
