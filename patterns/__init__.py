"""Files of learned weights: what is shipped, and how they are read."""
