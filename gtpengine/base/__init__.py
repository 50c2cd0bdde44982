"""What all rooms may use: plain Python, nothing of ours below it."""
