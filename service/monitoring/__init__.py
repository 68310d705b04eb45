"""What a monitor sees: figures of shift and desk, and the records the shift keeps of itself."""
