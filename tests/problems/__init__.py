"""Own mistakes as problems."""
