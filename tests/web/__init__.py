"""The parts of web pages, in a real browser."""
