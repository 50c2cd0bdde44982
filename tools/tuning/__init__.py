"""Which parameters, and what each part is worth."""
