"""Times growing and predicting beside other libraries: ``python -m benchmarks.run``."""
