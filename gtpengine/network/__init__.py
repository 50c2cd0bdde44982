"""The learned evaluation: a small network of policy, value, score and ownership."""
