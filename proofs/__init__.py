"""Slow proofs, run by hand: each a command of its own, with its last result written in docs/."""
