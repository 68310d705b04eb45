"""Editions of boards: read from files, kept once in the house, and brought into the registry of a process."""
