"""Schichtwechsel: its board, its table, and its rules, chapter by chapter."""
