"""Times growing and predicting against other libraries: ``python -m benchmarks.run``."""
