"""Life and death, and when to pass or resign."""
