"""Dates as servers, databases, forms and people of many countries write them."""

from __future__ import annotations

import pandas as pd
import pytest

from arboretum.data import read_dataset
from arboretum.data.read.notes import Notes

#: Two cells, and the same day and time as ISO 8601 writes it, by hand.
WRITTEN = {
    "Chinese": (["2022年3月4日", "2021年12月31日"], ["2022-03-04", "2021-12-31"]),
    "Korean": (["2022. 3. 4.", "2021. 12. 31."], ["2022-03-04", "2021-12-31"]),
    "Korean words": (["2022년 3월 4일", "2021년 12월 31일"], ["2022-03-04", "2021-12-31"]),
    "Hungarian": (["2022.03.04.", "2021.12.31."], ["2022-03-04", "2021-12-31"]),
    "names of files": (["2022_03_04", "2021_12_31"], ["2022-03-04", "2021-12-31"]),
    "Spanish": (["4 de marzo de 2022", "31 de dic de 2021"], ["2022-03-04", "2021-12-31"]),
    "Russian": (["4 марта 2022", "31 декабря 2021 г."], ["2022-03-04", "2021-12-31"]),
    "Polish": (["4 marca 2022", "31 grudnia 2021"], ["2022-03-04", "2021-12-31"]),
    "months of an office": (["2022M03", "2021M12"], ["2022-03", "2021-12"]),
    "a log of Apache": (
        ["04/Mar/2022:10:15:30 +0000", "31/Dec/2021:23:00:00 -0700"],
        ["2022-03-04 10:15:30Z", "2022-01-01 06:00:00Z"],
    ),
    "an e-mail": (
        ["Fri, 04 Mar 2022 10:15:30 GMT", "Fri, 31 Dec 2021 23:00:00 EST"],
        ["2022-03-04 10:15:30Z", "2022-01-01 04:00:00Z"],
    ),
    "C": (
        ["Fri Mar  4 10:15:30 2022", "Fri Dec 31 23:00:00 2021"],
        ["2022-03-04 10:15:30", "2021-12-31 23:00:00"],
    ),
    "Unix": (
        ["Fri Mar  4 10:15:00 UTC 2022", "Fri Dec 31 23:00:00 CET 2021"],
        ["2022-03-04 10:15Z", "2021-12-31 22:00Z"],
    ),
    "a form": (
        ["2022/03/04 1:15:00 PM GMT+1", "2021/12/31 12:05:00 AM MEZ"],
        ["2022-03-04 12:15Z", "2021-12-30 23:05Z"],
    ),
    "Oracle": (
        ["04-MAR-22 10.15.00.000000 AM", "31-DEC-21 11.00.00.000000 PM"],
        ["2022-03-04 10:15", "2021-12-31 23:00"],
    ),
    "DB2": (
        ["2022-03-04-10.15.00.000000", "2021-12-31-23.00.00.000000"],
        ["2022-03-04 10:15", "2021-12-31 23:00"],
    ),
    "German": (
        ["04.03.2022 10:15 Uhr", "31.12.2021 um 23:00 Uhr"],
        ["2022-03-04 10:15", "2021-12-31 23:00"],
    ),
    "Finnish": (
        ["4.3.2022 klo 10.15", "31.12.2021 klo 23.00"],
        ["2022-03-04 10:15", "2021-12-31 23:00"],
    ),
    "Mexican": (
        ["04/03/2022 10:15 a. m.", "31/12/2021 11:00 p. m."],
        ["2022-03-04 10:15", "2021-12-31 23:00"],
    ),
}


@pytest.mark.parametrize(("cells", "expected"), WRITTEN.values(), ids=WRITTEN)
def test_a_column_of_dates_is_read_as_by_hand(cells, expected):
    frame = pd.DataFrame({"when": cells, "y": cells})

    data = read_dataset(frame, target="y", notes=Notes())

    clock = data.schema.features[0].clock
    assert [clock.text(number) for number in data.columns[0].tolist()] == expected


@pytest.mark.parametrize(
    "cells",
    [["11.30", "9.05", "7.45"], ["1.2.3 4.50", "2.0.1 1.10"], ["2022-03-04 XYZ", "2021-12-31 EET"]],
    ids=["decimals", "versions", "no time zone"],
)
def test_what_is_like_a_time_is_none(cells):
    frame = pd.DataFrame({"x": cells, "y": cells})

    data = read_dataset(frame, target="y", notes=Notes())

    assert data.schema.features[0].clock is None
