"""Editions of boards: read from files, stored once per server, and brought into the registry of a process."""
