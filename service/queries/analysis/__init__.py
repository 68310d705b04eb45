"""What the strongest mind thinks of a match, for people: in words and pictures."""
