"""A whole book as one file: the keys of a server, taken while it goes on working."""
