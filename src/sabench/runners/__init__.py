"""I/O of running: run folders, agents in process, models. Nothing here scores."""
