"""What can be read out of a match, as typed answers; nothing here writes."""
