"""The processes of one machine: the supervisor, our own Redis, the data directory, gunicorn's settings."""
