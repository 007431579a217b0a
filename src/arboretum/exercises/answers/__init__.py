"""Kinds of answers, and what is said about each."""
