"""The kit every view is made with: the app, one request, one answer, problems and live streams."""
