"""A game between a person and the engine, without a user interface."""
