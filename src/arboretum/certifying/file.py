"""The file of a certificate, read with nothing taken on trust."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from arboretum.certifying.proof import Claim, Cut
from arboretum.data import Schema
from arboretum.exceptions import CertificateError, TreeFileError
from arboretum.tree.file.from_dict import schema_from_dict

__all__ = ["FORMAT", "claims_of", "load", "schema_of"]

FORMAT = "arboretum-certificate/1"


def load(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What is in a file; ``CertificateError`` if that is no certificate."""
    try:
        document = json.loads(Path(path).read_bytes(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{os.fspath(path)} is not a certificate: {error}.") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CertificateError(
            f"{os.fspath(path)} is not a certificate of the format {FORMAT!r}. Name a file that "
            "arboretum grow --certificate or certificate_.save has written."
        )
    return document


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def schema_of(document: Mapping[str, Any]) -> Schema:
    """The features and the target that a certificate is about."""
    try:
        schema = schema_from_dict(document["schema"])
    except (KeyError, TreeFileError) as error:
        raise CertificateError(f"The certificate is damaged: {error}") from error
    return schema


def claims_of(document: Mapping[str, Any], places: Mapping[str, int]) -> list[Claim]:
    """The claims; ``places`` has the position of each column by its JSON."""
    named = [places[json.dumps(column)] for column in document["columns"]]
    claims = []
    for one in document["claims"]:
        own = one["at_least"]
        free = one.get("any_size", own)
        if not (math.isfinite(own) and math.isfinite(free)):
            raise ValueError(f"{own} is not a cost")
        cuts = {
            named[int(place)]: [Cut(*map(int, cut)) for cut in listed]
            for place, listed in one.get("cuts", {}).items()
        }
        claims.append(Claim(int(one["depth"]), int(one["leaves"]), own, free, cuts))
    return claims
