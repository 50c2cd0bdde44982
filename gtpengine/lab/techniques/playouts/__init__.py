"""Techniques of playouts: which moves they draw, when they end, what they teach."""
