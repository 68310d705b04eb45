"""Webhooks: what somebody wants to be told, where to, and how it went.

hooks       a webhook and its deliveries, and where they lie
address     which addresses may be called
signing     the signature of a delivery, by the Standard Webhooks scheme
asked       requests that came with a key, each done once
registry    the use cases: register, list, delete, look at deliveries, deliver again
"""
