"""A desk, a match, a client: what a test of the API begins with."""
