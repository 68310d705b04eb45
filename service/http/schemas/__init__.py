"""What requests may say. Unknown fields and parameters are refused: a typo must not pass unnoticed."""
