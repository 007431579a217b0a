"""What stands at the top of a report before anything is believed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arboretum import TreeClassifier
from arboretum.data import make_dataset
from arboretum.data.concerns import concerns
from arboretum.report.cautions import cautions
from arboretum.tree.words.format import percent


def report_of(x, y):
    model = TreeClassifier(max_depth=1).fit({"x": x}, y)
    return model.report({"x": x}, y, n_folds=2, n_trees=0)


def test_a_class_with_nearly_all_samples_is_told_with_how_the_rarest_fares():
    x = np.arange(200.0) % 50
    y = np.where(x >= 47, "ill", "well")

    found = report_of(x, y)

    # 12 of 200 are ill, and one question finds them all.
    assert cautions(found)[0] == (
        "94.0 % of the samples are well, so few mistakes say little. The trees found 100 % of ill: "
        "see the confusion matrix. Class weights or a loss matrix make a tree look for it."
    )


def test_rare_classes_are_warned_of_once_each_with_how_it_fares():
    x = np.arange(200.0)
    y = np.where(x >= 195, "ill", np.where(x < 4, "dead", "well"))
    noted = concerns(make_dataset({"x": x}, y, nominal=True))
    found = report_of(x, y)

    told = cautions(replace(found, origin=replace(found.origin, notes=("as read", *noted))))

    (only,) = (text for text in told if "dead" in text)
    recall = found.judged[0].confusion.recall
    assert noted[0].startswith("Rare classes: 'dead' (4 of 200 samples)")
    assert f"found {percent(recall[0], 0)} of dead, {percent(recall[1], 0)} of ill:" in only
    assert "look for them" in only
    assert "as read" in told


def test_a_rare_class_among_several_usual_ones_is_still_noted():
    x = np.arange(200.0)
    y = np.where(x >= 195, "ill", np.where(x < 100, "fit", "well"))
    noted = concerns(make_dataset({"x": x}, y, nominal=True))
    found = report_of(x, y)

    told = cautions(replace(found, origin=replace(found.origin, notes=tuple(noted))))

    assert noted[0].startswith("Rare class: 'ill' (5 of 200 samples)")
    assert noted[0] in told


def test_classes_of_some_size_are_not_warned_of():
    x = np.arange(200.0) % 50

    told = cautions(report_of(x, np.where(x >= 40, "ill", "well")))

    assert not any("say little" in text for text in told)


def test_a_tree_of_noise_is_said_to_be_no_better_than_none():
    rng = np.random.default_rng(0)

    (told,) = cautions(report_of(rng.normal(size=100), rng.choice(["a", "b"], 100)))

    assert told.startswith("The tree predicts y not clearly better than no tree at all")


def test_suspicious_columns_and_notes_stand_at_the_top_of_the_page():
    x = np.arange(60.0)
    found = report_of(x, np.where(x > 30, "a", "b"))
    top = found.to_html().split('class="short"')[0]

    assert len(found.suspects) == 1
    assert "x looks like an identifier" in top
