"""What the games of a study say: its figures in the store and in files, and their verdicts."""
