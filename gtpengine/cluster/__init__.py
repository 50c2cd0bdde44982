"""One search over many machines: each has a tree of its own and tells the others of heavy nodes."""
