"""SABench."""
