"""Reports: verdicts -> numbers -> text, JSON, CSV, Markdown. Numbers first; drawing never computes a rate."""
