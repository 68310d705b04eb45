"""What the measurements share: rounds and medians, servers for their time, long matches."""
