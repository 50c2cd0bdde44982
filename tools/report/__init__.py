"""The HTML page about the events of a store."""
