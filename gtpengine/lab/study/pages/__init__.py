"""What a study shows: its pages and its plots."""
