"""Techniques of what a leaf is worth, and of how its value is backed up."""
