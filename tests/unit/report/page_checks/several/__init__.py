"""The same for pages of several targets: classes, numbers, sets of labels, hierarchies.

``facts.py`` knows what is true of all targets together, ``target_facts.py`` what is true of one of
them, as the checkers of a page of one target ask it.
"""
