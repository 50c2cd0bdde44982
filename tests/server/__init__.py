"""The server for browsers: what it answers, and what it refuses."""
