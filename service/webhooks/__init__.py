"""What somebody wants to be told, where to, and how it went."""
