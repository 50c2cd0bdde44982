"""The search: its threads, the tree that is kept, and what is seen at the root."""
