"""Fights over the life of a group: who is attacked, where, and when a fight is decided."""
