"""What a stranger can check: audits, replays, the luck of a book, the parent of a fork, imports."""
