"""Boards and games as SVG pictures."""
