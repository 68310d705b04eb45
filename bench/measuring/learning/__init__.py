"""What training and tuning share: least squares, and where prices stand."""
