"""The commands of GTP, by subject."""
