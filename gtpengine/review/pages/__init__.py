"""What a reader gets of a review: figures, a page, the record with comments."""
