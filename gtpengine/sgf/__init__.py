"""The file format SGF: trees of properties, read within limits and written whole."""
