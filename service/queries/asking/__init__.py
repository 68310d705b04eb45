"""What a match waits for (`waiting`) and what its reader may do now (`actions`), in words."""
