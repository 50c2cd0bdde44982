"""Techniques that change which nodes the tree has."""
