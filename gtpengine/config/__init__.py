"""The engine's parameters, and settings as users write them."""
