"""Ruhrschifffahrt 1769-1890: its board, its table, and its rules, chapter by chapter."""
