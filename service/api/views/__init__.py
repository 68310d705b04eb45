"""What each path answers: one module for each tag of the API."""
