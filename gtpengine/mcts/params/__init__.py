"""The parameters of the search, for Python and for the kernel."""
