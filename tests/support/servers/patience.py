"""How long a test waits for what must come: a bound for a machine that hangs, never a measure of speed."""

PATIENCE = 300  # seconds; a machine ten times slower than ours plays a whole match in that time
