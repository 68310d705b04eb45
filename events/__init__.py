"""The book: entries, their hash chain, and what a store must do; it knows no game."""
