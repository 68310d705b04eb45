"""What a test of the minds judges them by."""
