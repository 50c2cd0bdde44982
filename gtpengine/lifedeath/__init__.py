"""Life and death for people: a problem's status, the moves that work, what refutes the others."""
