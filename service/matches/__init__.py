"""What can be done to a match: load it, decide, append; who calls, and what they may do."""
