"""What the documentation says, and what there is for it to speak of."""
