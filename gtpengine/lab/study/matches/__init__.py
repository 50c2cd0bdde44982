"""The matches of a study: what they cost, and how they are played."""
