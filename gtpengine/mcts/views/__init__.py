"""Playouts from a position, for commands and users: shown, timed, or one by one."""
