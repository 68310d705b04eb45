"""What is kept of a match beside its hashed book: each record described once, with the drawer it lies in."""
