"""What a monitor sees: figures of workers and API, and the records of the dispatcher."""
