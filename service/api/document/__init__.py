"""The OpenAPI document and the pages of the contract, made from what the operations declare."""
