"""Plain Python that every wing may use; imports nothing else of the project."""
