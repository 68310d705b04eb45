"""What happens around every request: its name, its time, its limits, and gunicorn's own refusals."""
