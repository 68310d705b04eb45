"""Helpers that tests and measurements share; README.md lists them."""
