"""Files of users: their names, locks, and files that are written whole or not at all."""
