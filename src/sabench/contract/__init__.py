"""The contract of a task: matchers, grants, the ledger that books writes against them, policies, goals."""
