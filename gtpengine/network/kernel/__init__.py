"""The convolution on bytes: one file for each kind of CPU, all with the same bits."""
