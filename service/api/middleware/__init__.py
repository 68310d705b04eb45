"""What happens around every request: its id, time, limits and count, and gunicorn's own refusals."""
