"""The desk, the only place where the rules meet the book: use cases, Flask, the operator's commands."""
