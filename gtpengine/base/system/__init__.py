"""The machine: its cores and memory, threads, the key and the addresses of clusters."""
