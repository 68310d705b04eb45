"""A request as it comes in and an answer as it goes out: what lies between gunicorn, Flask and the views."""
