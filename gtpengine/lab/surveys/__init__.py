"""What the surveys of Monte-Carlo tree search name, and how the program stands to each."""
