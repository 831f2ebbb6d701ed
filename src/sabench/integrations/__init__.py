"""Where a suite meets what runs it: scoring of run folders, Inspect AI, other harnesses."""
