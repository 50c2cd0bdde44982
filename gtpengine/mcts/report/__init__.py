"""What a search tells, and when it may stop."""
