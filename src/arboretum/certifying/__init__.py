"""Certificates of best trees, checked by a program that shares nothing with the search."""

from arboretum.certifying.certified import Certified
from arboretum.certifying.certify import certify, certify_dataset
from arboretum.certifying.file import FORMAT, digest, load, schema_of

__all__ = ["FORMAT", "Certified", "certify", "certify_dataset", "digest", "load", "schema_of"]
