"""Who of a cluster searches what, where not all search the whole tree."""
