"""What lies below the rules of Go: integers, bitboards, atomics, memory, hashes, chance, CPUs."""
