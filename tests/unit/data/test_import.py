from __future__ import annotations

import subprocess
import sys


def test_reading_data_loads_no_library_before_it_is_needed():
    code = (
        "import sys, numpy as np; from arboretum.data import make_dataset; "
        "make_dataset(np.ones((2, 2)), [0, 1], nominal=True); "
        "heavy = {'pandas', 'polars', 'pyarrow', 'duckdb', 'narwhals', 'sklearn', 'scipy'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )

    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout.strip() == "[]"
