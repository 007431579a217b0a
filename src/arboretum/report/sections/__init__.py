"""The parts of the page, one function each: a report in, HTML out."""
