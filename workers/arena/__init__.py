"""Whole matches and tournaments between bots, without a server and a store."""
