"""The server, where the rules meet the event log: commands, queries, Flask, the operator's commands."""
