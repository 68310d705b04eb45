"""Documents of a match beside its hashed book, such as its people: each described once."""
