"""Playouts that draw each move by learned weights."""
