"""Techniques of the all-moves-as-first family, to which RAVE belongs."""
