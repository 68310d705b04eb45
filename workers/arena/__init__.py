"""Whole matches and tournaments between minds, without a server and a store."""
