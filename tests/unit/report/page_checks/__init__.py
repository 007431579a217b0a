"""Every statement of a report's page, read as a person would and worked out once more.

``page.py`` takes the page apart, ``reading.py`` reads a statement by its form, ``facts.py`` knows
what is true, and there is a file for the forms of each section.  A statement of no known form is
an error: what is not checked may be untrue.
"""
