"""Commands for developers: tests, measurements, rule coverage, the OpenAPI document, old matches."""
