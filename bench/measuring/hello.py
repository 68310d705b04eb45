"""The bare Flask application that the API is measured against."""

from flask import Flask

app = Flask("hello")


@app.get("/")
def hello():
    return "hello"
