"""An API, a match, a client: what a test of the API begins with."""
