"""Messages of the library in the words of the command line."""

from __future__ import annotations

import re

__all__ = ["in_options"]

#: How the library names a parameter, and the option that sets it here.  Whole phrases: a file
#: or a column may well be called "kinds".
_OPTIONS = (
    (re.compile(r"\b(criterion|splits|missing|method)='(\w+)'"), r"--\1 \2"),
    (re.compile(r"\bwhich kinds does not list"), "which --ordered does not list"),
    (re.compile(r"^sample_weight (?=')"), "--weights "),
    (re.compile(r"Drop these samples from X and y,"), "Drop these rows from the file,"),
    (
        re.compile(r"^column (.*) has no value at all: every sample is missing\. Leave .*"),
        r"column \1 has no value at all: every row is empty. Leave it out: --ignore \1.",
    ),
)


def in_options(message: str) -> str:
    """A message that names options where the library names its parameters.

    >>> in_options("column 'size' holds 'XL', which kinds does not list.")
    "column 'size' holds 'XL', which --ordered does not list."
    >>> in_options("Fill them in or use missing='direction'.")
    'Fill them in or use --missing direction.'
    """
    for parameter, option in _OPTIONS:
        message = parameter.sub(option, message)
    return message
