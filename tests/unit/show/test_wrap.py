"""Lines are as short as asked and lose nothing that is not marked as lost."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from arboretum.show.paper.wrap import wrap

texts = st.text("ab_-./, <=>0123456789é", min_size=1, max_size=60)


@given(text=texts, longest=st.integers(2, 30), max_lines=st.integers(1, 6))
def test_no_line_is_too_long_and_what_is_cut_ends_in_an_ellipsis(text, longest, max_lines):
    lines, is_cut = wrap(text, longest, max_lines)

    whole, shown = ("".join(part.split()) for part in (text, "".join(lines)))
    assert len(lines) <= max_lines
    assert all(len(line) <= longest for line in lines)
    if is_cut:
        assert lines[-1].endswith("…")
        assert whole.startswith(shown.removesuffix("…"))
    else:
        assert shown == whole


@given(number=st.floats(-1e6, 1e6), longest=st.integers(26, 40))
def test_a_number_and_its_sign_stay_on_one_line(number, longest):
    text = f"name_of_a_feature_of_some_length <= {number:.7g}"

    lines, _ = wrap(text, longest, 5)

    assert any(re.search(rf"<= {re.escape(f'{number:.7g}')}$", line) for line in lines)
