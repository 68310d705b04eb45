"""What requests may say. Unknown fields and parameters are refused: a typo must not pass unnoticed.

Pages for people are left out: their addresses are passed on, and others append parameters on the way.
"""
