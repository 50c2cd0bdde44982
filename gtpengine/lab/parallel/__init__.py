"""Other ways to search with many threads or machines, kept for comparison with the shared tree."""
