"""Real servers and processes, and helpers that kill them."""
