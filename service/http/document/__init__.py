"""The OpenAPI document and the pages of the contract, made of what the operations say of themselves."""
