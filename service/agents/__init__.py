"""Tools with which a language model plays: a client of the API like any other, without a privilege."""
