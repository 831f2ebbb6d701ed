"""Speed of SABench: ``python -m bench`` measures and prints one table; ``--json`` prints it as data."""
