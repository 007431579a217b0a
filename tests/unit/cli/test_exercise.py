"""``arboretum exercise`` asks what the library asks, and says what its checks say."""

from __future__ import annotations

import json

import pytest

from arboretum.exercises import exercise, exercises


def test_without_a_name_all_are_listed_and_those_with_variants_marked(program):
    lines = program("exercise").stdout.splitlines()

    listed = {line.split()[1]: line.split()[0] for line in lines[1:-2]}

    every = exercises()
    assert listed == {one.name + "*" * one.has_variants: one.topic for one in every}
    assert lines[1].endswith(every[0].about)


def test_a_question_its_hint_and_its_solution_are_printed(program):
    one = exercise("best_threshold").variant(3)
    asked = ("exercise", "best_threshold", "--variant", 3)

    assert program(*asked).stdout == f"{one}\n"
    assert program(*asked, "--hint").stdout == f"{one.hint()}\n"
    assert program(*asked, "--solution").stdout == f"{one.solution()}\n"


def test_answers_are_checked_as_they_are_typed(program):
    said = {
        ("day_without_an_outlook", "5/7, 2/7"): "All right.",
        ("gain_of_a_question", "0.0104"): "You took 50 out of 250",
        ("candidate_thresholds", "{2.5, 3.5, 4.5, 5.5, 6.5}"): "1 missing",
        ("zero_error_for_any_data", "yes, b"): "Right",
        ("data_without_a_tree", '[[[1, "red"], "yes"], [[1, "red"], "no"]]'): "Right",
        ("tree_of_the_drugs", json.dumps(exercise("tree_of_the_drugs").answer)): "Right",
        ("gini_of_every_node", '{"node 0": "2/3"}'): "The number of 'node 1' is missing",
    }

    for (name, answer), words in said.items():
        done = program("exercise", name, "--answer", answer)
        assert done.stdout.startswith(words)
        assert done.returncode == 0


def test_what_is_not_there_is_said(program):
    done = program("exercise", "best_treshold")

    assert done.returncode == 1
    assert "There is no exercise 'best_treshold'. Did you mean 'best_threshold'?" in done.stderr
    done = program("exercise", "greedy", "--variant", 1)
    assert "'greedy' has no variants" in done.stderr


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--answer", "3"], "--answer needs the NAME of an exercise."),
        (["--variant", 3], "--variant needs the NAME of an exercise."),
        (["surprise", "--hint", "--solution"], "--hint and --solution ask for different things"),
    ],
    ids=str,
)
def test_options_that_would_be_left_out_are_refused(program, asked, said):
    done = program("exercise", *asked)

    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
