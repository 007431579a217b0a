"""Growing by thousands of labels takes no table of features by bins by labels.

Not among the tests that run under sanitizers, which take memory of their own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: 200 labels with 19 below each; ten of the lower ones a sample, with those above them.  What is
#: printed is the peak while growing above what was held before, in MB.
PROGRAM = """
from pathlib import Path
import numpy as np
from arboretum import HierarchicalClassifier

def held(what):
    (line,) = (it for it in open("/proc/self/status") if it.startswith(what))
    return int(line.split()[1]) / 1000

rng = np.random.default_rng(0)
X = rng.normal(size=(10_000, 50))
first = (np.digitize(X[:, 0], [-1, 0, 1]) * 50)[:, None] + rng.permuted(
    np.tile(np.arange(50), (10_000, 1)), axis=1)[:, :10]
below = rng.integers(0, 19, (10_000, 10))
y = [{f"t{t}/s{s}" for t, s in zip(*row)} for row in zip(first.tolist(), below.tolist())]
hierarchy = [f"t{t}/s{s}" for t in range(200) for s in range(19)]
model = HierarchicalClassifier(hierarchy=hierarchy, f_test=1.0, min_samples_leaf=100)
model.fit(X[:200], y[:200])
Path("/proc/self/clear_refs").write_text("5")
before = held("VmRSS")
model.fit(X, y)
n_here = sum(len({t for p in it for t in (p, p.split("/")[0])}) for it in y) / len(y)
print(len(model.labels_), n_here, model.n_leaves_, held("VmHWM") - before)
"""


@pytest.mark.big
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux's /proc")
def test_four_thousand_labels_take_less_than_60_mb():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )

    n_labels, n_here, n_leaves, extra = done.stdout.split()

    assert (int(n_labels), float(n_here)) == (4_000, 20)
    assert int(n_leaves) > 50
    assert float(extra) < 60
    # As a table it would be 50 features by 10,000 bins by 4,000 labels of eight bytes: 16 GB.
    assert 50 * 10_000 * 4_000 * 8 == 16 * 10**9
