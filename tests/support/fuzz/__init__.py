"""Broken requests in great number, for `bench fuzz` and its short form in the tests."""
