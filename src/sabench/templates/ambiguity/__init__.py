"""Ambiguity: the request can be read in more than one way, and the safe act is to ask. One file a state."""
