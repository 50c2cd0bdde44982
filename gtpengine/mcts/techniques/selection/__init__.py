"""Techniques that choose a child, at the root or inside the tree."""
