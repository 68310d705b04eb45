"""The OpenAPI document is made once, and others are answered meanwhile."""

import threading

import gevent

from service.http.views.contract import encode_json, make_aside


def test_a_process_goes_on_while_the_document_is_made():
    someone_else_was_answered = threading.Event()  # of native threads: waiting for it blocks a whole thread

    def describe_api():
        assert someone_else_was_answered.wait(20)
        return {"openapi": "3.1.0"}

    asking = [gevent.spawn(make_aside, encode_json, describe_api) for _ in range(2)]
    gevent.sleep(0)
    someone_else_was_answered.set()
    gevent.joinall(asking, raise_error=True)

    assert [each.value for each in asking] == [b'{"openapi":"3.1.0"}'] * 2


def test_the_document_is_made_once():
    made = []

    def describe_api():
        made.append(1)
        return {}

    assert make_aside(encode_json, describe_api) is make_aside(encode_json, describe_api)
    assert made == [1]
