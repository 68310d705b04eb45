"""Real servers and processes, and those who kill them."""
