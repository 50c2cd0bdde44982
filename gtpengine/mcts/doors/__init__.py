"""What the steps of a simulation share, and where techniques enter."""
