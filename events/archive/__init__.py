"""Finished matches in compressed files, and a store that reads them as if they still lay in Redis."""
