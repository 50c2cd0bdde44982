"""Moves that playouts choose from, and which of them are refused."""
