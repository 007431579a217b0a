"""Every statement of the page of a tree, read as a person would and worked out again.

``page.py`` takes the page apart, ``reading.py`` reads a statement by its form, ``facts.py`` knows
what is true, and there is a file for the forms of each section.  A statement of no known form is
an error: what is not checked may be untrue.  ``mutants.py`` changes the numbers of a page one by
one, to see that each is noticed.  What only pages of several targets say is in ``several/``.

Left to other tests:

* the tree to explore, which is a page of its own, in a frame (``tests/browser``);
* what is drawn in the picture of the tree (``tests/unit/show``); the words that stand for it are
  read here;
* where letters stand in a chart, and how far its grid reaches (``tests/browser/boxes.py``);
* whether a column that looks suspicious is all that is suspicious (``test_suspects.py``), and what
  may mislead a tree (``arboretum.data.concerns``): here they must be true, not complete;
* which species are tried (``test_report.py``): the one that is named must be better.
"""
