"""All that is known about a tree, its data and its errors, on one page."""

from arboretum.report.choice import Choice
from arboretum.report.column_summary import ColumnSummary
from arboretum.report.judgement import Confusion, Judgement, Measured, Residuals
from arboretum.report.make import report_of
from arboretum.report.near_optimal_page import near_optimal_page
from arboretum.report.report import Report
from arboretum.report.suspects import Suspect

__all__ = [
    "Choice",
    "ColumnSummary",
    "Confusion",
    "Judgement",
    "Measured",
    "Report",
    "Residuals",
    "Suspect",
    "near_optimal_page",
    "report_of",
]
