"""CSV and Parquet files."""

from __future__ import annotations

import csv
import gzip
import io
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arboretum.data.dataset import Dataset
from arboretum.data.encode.dataset_from import dataset_like, make_dataset
from arboretum.data.read.file_columns import read_meanings
from arboretum.data.read.kinds import DATE_KINDS, Override
from arboretum.data.read.notes import Notes, taking_notes
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.training_table import require_columns, training_table
from arboretum.data.schema import Schema
from arboretum.exceptions import DataError

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

__all__ = [
    "number_columns",
    "read_dataset",
    "read_frame",
    "read_header",
    "read_like",
    "read_samples",
    "sniff_delimiter",
    "text_columns",
]

_TEXT = (".csv", ".tsv", ".txt")
_PARQUET = (".parquet", ".pq")
DELIMITERS = (",", ";", "\t", "|")
#: Lines of a text file that are looked at to find its delimiter.
_LINES = 50


def read_frame(
    path: str | Path,
    columns: Sequence[str] | None = None,
    *,
    text: Collection[str] = (),
    numeric: Collection[str] = (),
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> pa.Table:
    """Read a CSV or Parquet file.

    Parameters
    ----------
    path : file ending in .csv, .tsv, .txt (these also with .gz), .parquet or .pq
        The delimiter of a text file is found among comma, semicolon, tab and
        bar; the first line holds the column names; the text is UTF-8.
    columns : names of the columns to read; all if None.
    text : columns of a text file to read as text even if they look like numbers,
        such as codes with leading zeros.  Dates are always read as text.
    numeric : columns that must be numbers: what is not a number there, is missing.
    options : how to read the file, where it does not show it; see :class:`ReadOptions`.
    notes : told everything that was assumed
        Without it, each assumption is an :class:`~arboretum.exceptions.IntakeWarning`.
    """
    with taking_notes(notes) as taken:
        return _read_frame(Path(path), columns, text, numeric, options or ReadOptions(), taken)


def _read_frame(
    path: Path,
    columns: Sequence[str] | None,
    text: Collection[str],
    numeric: Collection[str],
    options: ReadOptions,
    notes: Notes,
) -> pa.Table:
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    is_text = suffix in _TEXT
    if not is_text and path.suffix.lower() not in _PARQUET:
        raise DataError(
            f"{path} cannot be read: its name must end in one of "
            f"{', '.join((*_TEXT, *(s + '.gz' for s in _TEXT), *_PARQUET))}."
        )
    if not path.is_file():
        raise DataError(f"{path} does not exist, or is not a file.")
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            'Reading files needs pyarrow, which is not installed: pip install "arboretum[cli]".'
        ) from error
    try:
        if is_text:
            table = _read_text(path, columns, text, options.missing_words)
        else:
            table = _read_parquet(path, columns)
    except pa.ArrowInvalid as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    for field in table.schema:
        if pa.types.is_binary(field.type):
            raise DataError(
                f"{path}: column {field.name!r} holds bytes that are not UTF-8 text. "
                f"Save the file in UTF-8."
            )
    return read_meanings(table, notes, options, text=text, numeric=numeric, is_typed=not is_text)


def _read_text(
    path: Path, columns: Sequence[str] | None, text: Collection[str], missing: Collection[str]
) -> pa.Table:
    import pyarrow as pa
    from pyarrow import csv as pa_csv

    delimiter = sniff_delimiter(path)
    header = read_header(path, delimiter)
    require_columns(str(path), columns or (), header)

    def read(as_text: Iterable[str]) -> pa.Table:
        return pa_csv.read_csv(
            pa.input_stream(path, compression="gzip" if _is_gzipped(path) else None),
            parse_options=pa_csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            convert_options=pa_csv.ConvertOptions(
                include_columns=columns,
                column_types=dict.fromkeys(as_text, pa.string()),
                null_values=["", *missing],
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
                true_values=["true", "True", "TRUE"],
                false_values=["false", "False", "FALSE"],
            ),
        )

    table = read(text)
    dates = [field.name for field in table.schema if pa.types.is_temporal(field.type)]
    # pyarrow cannot leave dates alone: read again where it found some.
    return read([*text, *dates]) if dates else table


def _read_parquet(path: Path, columns: Sequence[str] | None) -> pa.Table:
    import pyarrow.parquet as pq

    names = pq.read_schema(path).names
    require_columns(str(path), columns or (), names)
    # pandas writes the row names of a frame as a column of this name.
    kept = [name for name in names if not name.startswith("__index_level_")]
    return pq.read_table(path, columns=kept if columns is None else list(columns))


def text_columns(schema: Schema) -> list[str]:
    """The features that are text or dates, whatever a new file makes them look like.

    >>> from arboretum.data import Feature
    >>> text_columns(Schema((Feature("zip", "categorical", ("0123", "9000")),)))
    ['zip']
    """
    return [
        feature.name
        for feature in schema.features
        if any(isinstance(category, str) for category in feature.categories or ())
        or feature.clock is not None
    ]


def number_columns(schema: Schema) -> list[str]:
    """The features and targets that are numbers, whatever a new file makes them look like."""
    features = [one.name for one in schema.features if one.categories is None and not one.clock]
    return features + [target.name for target in schema.targets if target.classes is None]


def read_dataset(
    path: Any,
    *,
    target: str | Sequence[str],
    ignore: Sequence[str] = (),
    weights: str | None = None,
    kinds: Mapping[str, Override] | None = None,
    nominal: bool | None = None,
    keep: str | Sequence[str] = (),
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> Dataset:
    """Read a CSV or Parquet file, or a data frame, as a dataset.

    Rows without a target or a weight are left out, and so are columns that a tree cannot learn
    from: names and numbers of rows, identifiers, free text, and what is empty or the same
    throughout.

    Parameters
    ----------
    path : see :func:`read_frame`; or a frame of any library that narwhals knows
    target : column or columns to predict
    ignore : columns to leave out
    weights : column of sample weights
    kinds : see :func:`encode_features`
        A column of a text file that is made categorical is read as text, so
        that codes keep their leading zeros.
    nominal : True for classes, False for numbers
        None finds out: text, booleans and categories are classes, and so are two whole numbers
        or a few that come again and again; other numbers are numbers.
        ``dataset.schema.is_classification`` says what was chosen.
    keep : column or columns to use, whatever they look like
        So is every column that ``kinds`` names.
    options : see :func:`read_frame`
    notes : told everything that was assumed or left out
        Without it, each of these is an :class:`~arboretum.exceptions.IntakeWarning`.
    """
    with taking_notes(notes) as taken:
        table = path
        if isinstance(path, str | Path):
            table = _read_training(path, weights, kinds, options, taken)
        return _dataset(table, path, target, ignore, weights, kinds, nominal, keep, taken)


def _read_training(
    path: str | Path,
    weights: str | None,
    kinds: Mapping[str, Override] | None,
    options: ReadOptions | None,
    notes: Notes,
) -> pa.Table:
    numeric = [name for name, kind in (kinds or {}).items() if kind == "numeric"]
    return read_frame(
        path,
        text=_text_kinds(kinds),
        numeric=[*numeric, *([] if weights is None else [weights])],
        options=options,
        notes=notes,
    )


def _dataset(
    table: Any,
    path: Any,
    target: str | Sequence[str],
    ignore: Sequence[str],
    weights: str | None,
    kinds: Mapping[str, Override] | None,
    nominal: bool | None,
    keep: str | Sequence[str],
    notes: Notes,
) -> Dataset:
    """What a table that was read, or a frame, holds to learn from."""
    name = str(path) if isinstance(path, str | Path) else "the table"
    found = training_table(
        table,
        targets=[target] if isinstance(target, str) else list(target),
        ignore=ignore,
        weights=weights,
        keep=[keep] if isinstance(keep, str) else keep,
        kinds=kinds or {},
        nominal=nominal,
        notes=notes,
        name=name,
    )
    notes.refuse(name)
    return make_dataset(
        found.X,
        found.y,
        nominal=found.nominal,
        kinds=kinds,
        sample_weight=found.sample_weight,
        notes=notes,
    )


def _text_kinds(kinds: Mapping[str, Override] | None) -> list[str]:
    """The columns that are read as text because of their ``kinds``."""
    return [
        name
        for name, kind in (kinds or {}).items()
        if kind in ("categorical", *DATE_KINDS)
        or (not isinstance(kind, str) and all(isinstance(item, str) for item in kind))
    ]


def read_like(
    path: str | Path,
    schema: Schema,
    weights: str | None = None,
    *,
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> Dataset:
    """Read a CSV or Parquet file that has the features and targets of a schema, by name.

    Parameters
    ----------
    path : as in :func:`read_frame`
    schema : Schema
    weights : name of the column that says how much each row counts.
    options, notes : as in :func:`read_frame`
    """
    with taking_notes(notes) as taken:
        X, y, sample_weight = read_samples(path, schema, weights, options=options, notes=taken)
        return dataset_like(schema, X, y, sample_weight, owner=str(path), notes=taken)


def read_samples(
    path: str | Path,
    schema: Schema,
    weights: str | None = None,
    *,
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> tuple[pa.Table, pa.Table, npt.NDArray[Any] | None]:
    """The features, the targets and the weights in such a file, not encoded yet."""
    targets = [target.name for target in schema.targets]
    of_text = [
        target.name
        for target in schema.targets
        if any(isinstance(name, str) for name in target.classes or ())
    ]
    needed = dict.fromkeys([*schema.feature_names, *targets, *([weights] if weights else [])])
    table = read_frame(
        path,
        list(needed),
        text=[*text_columns(schema), *of_text],
        numeric=number_columns(schema),
        options=options,
        notes=notes,
    )
    X, y = table.select(list(schema.feature_names)), table.select(targets)
    return X, y, table[weights].to_numpy() if weights else None


def _is_gzipped(path: Path) -> bool:
    """Whether a file is compressed, by its name."""
    return path.suffix.lower() == ".gz"


def _first_lines(path: Path) -> str:
    """The beginning of a text file, plain or gzipped, without a byte order mark."""
    opener = gzip.open if _is_gzipped(path) else open
    try:
        with opener(path, "rb") as file:
            lines = [file.readline(1 << 20) for _ in range(_LINES)]
    except (EOFError, gzip.BadGzipFile) as error:
        raise DataError(f"{path} is not a whole gzip file: {error}.") from error
    return b"".join(lines).decode("utf-8-sig", errors="surrogateescape")


def sniff_delimiter(path: Path) -> str:
    """Find the delimiter: the one that cuts the first lines into most, equally many, cells.

    A file of one column has none; the comma does for it.
    """
    if path.name.lower().removesuffix(".gz").endswith(".tsv"):
        return "\t"
    text = _first_lines(path)
    return max(DELIMITERS, key=lambda delimiter: _regularity(text, delimiter))


def _regularity(text: str, delimiter: str) -> tuple[float, int]:
    """Share of records with as many cells as the header, and that number; (0, 0) for one cell."""
    try:
        widths = [len(record) for record in _records(text, delimiter)]
    except csv.Error:  # a cell of unlikely length: this is not the delimiter
        return 0.0, 0
    if not widths or widths[0] < 2:
        return 0.0, 0
    return Counter(widths)[widths[0]] / len(widths), widths[0]


def _records(text: str, delimiter: str) -> list[list[str]]:
    records = [record for record in csv.reader(io.StringIO(text), delimiter=delimiter) if record]
    # The last one may be cut off in the middle.
    return records[:-1] if len(records) > _LINES // 2 else records


def read_header(path: Path, delimiter: str) -> list[str]:
    """The column names; an empty file, a duplicate name or an empty one is an error."""
    try:
        records = _records(_first_lines(path), delimiter)
    except csv.Error as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    if not records:
        raise DataError(f"{path} is empty. It must begin with a line of column names.")
    header = records[0]
    if any("\udc80" <= sign <= "\udcff" for name in header for sign in name):
        raise DataError(f"{path} has a column name that is not UTF-8 text. Save it in UTF-8.")
    twice = sorted(name for name, times in Counter(header).items() if times > 1 and name)
    if twice:
        raise DataError(
            f"{path} names a column twice: {', '.join(map(repr, twice))}. Rename or drop one."
        )
    if "" in header:
        raise DataError(
            f"{path} has no name for column {header.index('') + 1} of {len(header)}. Name every "
            f"column in the first line (row names need a column name too, or are left out)."
        )
    return header
