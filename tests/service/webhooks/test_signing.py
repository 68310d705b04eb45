"""The signature of a delivery is the one that every library of Standard Webhooks reckons."""

import base64

from service.webhooks.records import format_secret, signature_headers


def test_the_published_example_has_the_published_signature():
    """The vector of the reference libraries."""
    key = base64.b64decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    signed = signature_headers(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')

    assert signed == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    assert format_secret(key) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
