#include "arboretum/predict/predict.hpp"

#include <algorithm>
#include <atomic>
#include <string>

#include "arboretum/core/check.hpp"
#include "arboretum/core/parallel.hpp"

namespace arboretum {
namespace {

/// Rows below which a thread costs more than it brings.
constexpr std::size_t kMinRowsPerThread = 8192;

/// Rows between two questions whether to go on.
constexpr std::size_t kRowsPerPulse = 8192;

/// Rows that are looked at, then walked while they are still in a near cache.
constexpr std::size_t kRowsAtATime = CompactTree::kMaxRows;

/// A row whose values do not lie side by side.
template <class T>
struct StridedRow {
  const T* first;
  std::ptrdiff_t stride;

  const T& operator[](std::size_t feature) const {
    return first[static_cast<std::ptrdiff_t>(feature) * stride];
  }
};

template <class Row>
void walk_rows(const CompactTree& tree, Content content, std::size_t n, const Row& row,
               std::int32_t* leaves) {
  if (content == Content::complete)
    tree.walk<false>(n, row, leaves);
  else
    tree.walk<true>(n, row, leaves);
}

/// Copies rows of a column to every `stride`-th place; returns whether one is missing.
template <class Values>
bool copy_numbers(const Values& column, std::size_t begin, std::size_t end, std::size_t stride,
                  double* to) {
  bool some_missing = false;
  for (std::size_t row = begin; row < end; ++row, to += stride) {
    *to = as_number(column[row]);
    some_missing |= is_missing(column[row]);
  }
  return some_missing;
}

/// Shares rows out to threads, and asks `pulse` now and then.
template <class Work>
void for_rows(std::size_t n_rows, std::size_t n_threads, Pulse& pulse, const Work& work) {
  parallel_for(n_rows, n_threads, kMinRowsPerThread, pulse,
               [&](std::size_t begin, std::size_t end) {
                 in_pieces(begin, end, kRowsPerPulse, pulse, work);
               });
}

/// Walks rows into parts on threads; `walk(i, parts)` adds those of row `i`.
template <class Walk>
Parts walk_in_parts(std::size_t n, std::size_t n_threads, Pulse& pulse, const Walk& walk) {
  constexpr std::size_t kRowsPerPiece = 256;  // a row may get to every leaf
  std::vector<Parts> pieces((n + kRowsPerPiece - 1) / kRowsPerPiece);
  parallel_for(pieces.size(), n_threads, 1, pulse, [&](std::size_t begin, std::size_t end) {
    for (std::size_t piece = begin; piece < end; ++piece) {
      pulse.check();
      const std::size_t last = std::min(n, (piece + 1) * kRowsPerPiece);
      for (std::size_t i = piece * kRowsPerPiece; i < last; ++i) walk(i, pieces[piece]);
    }
  });
  Parts parts;
  for (const Parts& piece : pieces) parts.append(piece);
  return parts;
}

/// The same with codes, as a row holds them.
void copy_codes(const CodeColumn& column, std::int32_t n_categories, std::size_t begin,
                std::size_t end, std::size_t stride, double* to) {
  for (std::size_t row = begin; row < end; ++row, to += stride) {
    if (column[row] >= n_categories)
      refuse("category code " + std::to_string(column[row]) + " in a split that knows " +
             std::to_string(n_categories) + " categories");
    *to = CategorySteps::row_value(column[row]);
  }
}

std::size_t length(const AnyColumn& column) {
  return std::visit([](const auto& values) { return values.size(); }, column);
}

std::size_t n_rows(std::span<const AnyColumn> columns) {
  return columns.empty() ? 0 : length(columns[0]);
}

std::size_t n_rows(const AnyMatrix& matrix) {
  return std::visit([](const auto& view) { return view.n_rows; }, matrix);
}

}  // namespace

Predictor::Predictor(const TreeView& tree, std::size_t n_features, std::span<const double> weight,
                     const std::optional<SurrogateView>& surrogates)
    : n_features_(n_features), parents_(checked_parents(tree, n_features)) {
  const bool spreads = find_asked(tree);
  TreeView walked = tree;
  if (surrogates) {
    surrogates_.emplace(tree, *surrogates, n_features);
    walked.missing_branch = surrogates_->missing_branch();
  }
  compact_.emplace(walked, code_slots());
  if (spreads) spread_.emplace(tree, weight);
}

template <class Value>
void Predictor::ask_surrogates(std::span<std::int32_t> leaves, const Value& value) const {
  if (!surrogates_) return;
  for (std::size_t row = 0; row < leaves.size(); ++row)
    if (surrogates_->has_surrogates(leaves[row]))
      leaves[row] = surrogates_->walk(
          leaves[row], [&](std::int32_t feature) -> double { return value(row, feature); });
}

bool Predictor::find_asked(const TreeView& tree) {
  constexpr std::int32_t kNotAsked = std::numeric_limits<std::int32_t>::max();
  std::vector<char> asks_number(n_features_, false);
  std::vector<std::int32_t> n_categories(n_features_, kNotAsked);
  bool spreads = false;
  for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
    if (tree.is_leaf(node)) continue;
    spreads |= tree.missing_branch[node] == kSpreads;
    const auto feature = static_cast<std::size_t>(tree.feature[node]);
    if (static_cast<SplitKind>(tree.kind[node]) == SplitKind::category)
      n_categories[feature] = std::min(n_categories[feature], tree.value_count[node]);
    else
      asks_number[feature] = true;
  }
  for (std::size_t feature = 0; feature < n_features_; ++feature) {
    if (asks_number[feature]) asked_numbers_.push_back(feature);
    if (n_categories[feature] != kNotAsked)
      asked_categories_.push_back({feature, n_categories[feature]});
  }
  return spreads;
}

std::vector<std::uint32_t> Predictor::code_slots() const {
  std::vector<std::uint32_t> slots(n_features_);
  auto next = static_cast<std::uint32_t>(n_features_);
  for (const AskedCategory& asked : asked_categories_) slots[asked.feature] = next++;
  return slots;
}

void Predictor::check_columns(std::span<const AnyColumn> columns) const {
  check_length("columns", columns.size(), n_features_);
  for (std::size_t i = 0; i < columns.size(); ++i)
    check_length("columns[" + std::to_string(i) + "]", length(columns[i]), n_rows(columns));
  const auto check_codes = [&](std::size_t feature) {
    if (!std::holds_alternative<CodeColumn>(columns[feature]))
      refuse("the tree asks for categories of feature " + std::to_string(feature) +
             ", but that column holds numbers");
  };
  for (const AskedCategory& asked : asked_categories_) check_codes(asked.feature);
  if (!surrogates_) return;
  for (const std::size_t feature : surrogates_->asked_categories()) check_codes(feature);
}

std::vector<std::int32_t> Predictor::leaves(std::span<const AnyColumn> columns,
                                            std::size_t n_threads, Pulse& pulse) const {
  check_columns(columns);
  std::vector<std::int32_t> leaves(n_rows(columns));
  for_rows(leaves.size(), n_threads, pulse, [&](std::size_t begin, std::size_t end) {
    walk_columns(columns, begin, end, leaves.data());
  });
  return leaves;
}

std::optional<std::vector<std::int32_t>> Predictor::leaves(const AnyMatrix& matrix,
                                                           std::size_t n_threads,
                                                           Pulse& pulse) const {
  std::vector<std::int32_t> leaves(n_rows(matrix));
  if (!walk(matrix, n_threads, pulse, [&](std::size_t first, std::span<const std::int32_t> nodes) {
        std::ranges::copy(nodes, leaves.begin() + static_cast<std::ptrdiff_t>(first));
      }))
    return std::nullopt;
  return leaves;
}

template <class T>
std::optional<std::vector<T>> Predictor::values(const AnyMatrix& matrix, std::span<const T> values,
                                                std::size_t n_threads, Pulse& pulse) const {
  check_length("values", values.size(), parents_.size());
  std::vector<T> found(n_rows(matrix));
  if (!walk(matrix, n_threads, pulse, [&](std::size_t first, std::span<const std::int32_t> nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i) found[first + i] = values[nodes[i]];
      }))
    return std::nullopt;
  return found;
}

template <class Take>
bool Predictor::walk(const AnyMatrix& matrix, std::size_t n_threads, Pulse& pulse,
                     const Take& take) const {
  return std::visit(
      [&](const auto& view) {
        check_length("a row", view.n_columns, n_features_);
        if (!asked_categories_.empty() || (surrogates_ && !surrogates_->asked_categories().empty()))
          refuse("the tree asks for categories; give one array of codes or numbers per feature");
        std::atomic<bool> finite = true;
        for_rows(view.n_rows, n_threads, pulse, [&](std::size_t begin, std::size_t end) {
          std::vector<std::int32_t> leaves(end - begin);
          if (n_features_ > 0 && !walk_matrix(view.rows(begin, end), leaves.data())) finite = false;
          take(begin, leaves);
        });
        return finite.load();
      },
      matrix);
}

template <class T>
bool Predictor::walk_matrix(const MatrixView<T>& matrix, std::int32_t* leaves) const {
  for (std::size_t at = 0; at < matrix.n_rows; at += kRowsAtATime) {
    const MatrixView<T> rows = matrix.rows(at, std::min(matrix.n_rows, at + kRowsAtATime));
    const Content content = content_of(rows);
    if (content == Content::infinite) return false;
    if (rows.column_stride == 1)
      walk_rows(
          *compact_, content, rows.n_rows, [&](std::size_t i) { return rows.row(i); }, leaves + at);
    else
      walk_rows(
          *compact_, content, rows.n_rows,
          [&](std::size_t i) { return StridedRow<T>{rows.row(i), rows.column_stride}; },
          leaves + at);
    ask_surrogates({leaves + at, rows.n_rows}, [&](std::size_t i, std::int32_t feature) {
      return StridedRow<T>{rows.row(i), rows.column_stride}[static_cast<std::size_t>(feature)];
    });
  }
  return true;
}

/// Gathers some rows at a time: no dense copy of the columns, and one kind of row to walk by.
void Predictor::walk_columns(std::span<const AnyColumn> columns, std::size_t begin, std::size_t end,
                             std::int32_t* leaves) const {
  const std::size_t width = n_features_ + asked_categories_.size();
  std::vector<double> rows(kRowsAtATime * width);
  for (std::size_t at = begin; at < end; at += kRowsAtATime) {
    const std::size_t stop = std::min(end, at + kRowsAtATime);
    bool some_missing = false;
    for (const std::size_t feature : asked_numbers_)
      some_missing |= std::visit(
          [&](const auto& column) {
            return copy_numbers(column, at, stop, width, rows.data() + feature);
          },
          columns[feature]);
    for (std::size_t i = 0; i < asked_categories_.size(); ++i) {
      const auto [feature, n_categories] = asked_categories_[i];
      copy_codes(std::get<CodeColumn>(columns[feature]), n_categories, at, stop, width,
                 rows.data() + n_features_ + i);
    }
    walk_rows(
        *compact_, some_missing ? Content::missing : Content::complete, stop - at,
        [&](std::size_t i) { return rows.data() + i * width; }, leaves + at);
    ask_surrogates({leaves + at, stop - at}, [&](std::size_t i, std::int32_t feature) {
      return std::visit([&](const auto& column) { return as_number(column[at + i]); },
                        columns[static_cast<std::size_t>(feature)]);
    });
  }
}

void Predictor::check_starts(std::span<const std::int32_t> rows,
                             std::span<const std::int32_t> starts, std::size_t n_rows) const {
  if (!spreads()) refuse("no node of the tree sends rows down every branch");
  check_rows(rows, n_rows);
  check_length("starts", starts.size(), rows.size());
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (!is_within(starts[i], parents_.size()))
      refuse(entry("starts", i, starts[i]) + ", but the tree has " +
             std::to_string(parents_.size()) + " nodes");
}

Parts Predictor::parts(std::span<const AnyColumn> columns, std::span<const std::int32_t> rows,
                       std::span<const std::int32_t> starts, bool keeps_all, std::size_t n_threads,
                       Pulse& pulse) const {
  check_columns(columns);
  check_starts(rows, starts, n_rows(columns));
  return walk_in_parts(rows.size(), n_threads, pulse, [&](std::size_t i, Parts& parts) {
    const auto branch = [&](std::int32_t feature, const SplitView& split) {
      return std::visit([&](const auto& column) { return split.branch(column[rows[i]]); },
                        columns[feature]);
    };
    spread_->walk(starts[i], keeps_all, branch, parts);
  });
}

Parts Predictor::parts(const AnyMatrix& matrix, std::span<const std::int32_t> rows,
                       std::span<const std::int32_t> starts, bool keeps_all, std::size_t n_threads,
                       Pulse& pulse) const {
  return std::visit(
      [&](const auto& view) {
        check_length("a row", view.n_columns, n_features_);
        check_starts(rows, starts, view.n_rows);
        return walk_in_parts(rows.size(), n_threads, pulse, [&](std::size_t i, Parts& parts) {
          const auto branch = [&](std::int32_t feature, const SplitView& split) {
            return split.branch(view.column(static_cast<std::size_t>(feature))[rows[i]]);
          };
          spread_->walk(starts[i], keeps_all, branch, parts);
        });
      },
      matrix);
}

Paths Predictor::paths(std::span<const std::int32_t> leaves, std::size_t n_threads,
                       Pulse& pulse) const {
  Paths paths;
  paths.indptr.assign(leaves.size() + 1, 0);
  for (std::size_t row = 0; row < leaves.size(); ++row) {
    if (row % kRowsPerPulse == 0) pulse.check();
    if (!is_within(leaves[row], parents_.size()))
      refuse(entry("leaves", row, leaves[row]) + ", but the tree has " +
             std::to_string(parents_.size()) + " nodes");
    std::int64_t length = 0;
    for (std::int32_t node = leaves[row]; node >= 0; node = parents_[node]) ++length;
    paths.indptr[row + 1] = paths.indptr[row] + length;
  }
  paths.indices.resize(paths.indptr.back());
  for_rows(leaves.size(), n_threads, pulse, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      std::int64_t next = paths.indptr[row + 1];
      for (std::int32_t node = leaves[row]; node >= 0; node = parents_[node])
        paths.indices[--next] = node;
    }
  });
  return paths;
}

template std::optional<std::vector<std::uint8_t>> Predictor::values(const AnyMatrix&,
                                                                    std::span<const std::uint8_t>,
                                                                    std::size_t, Pulse&) const;
template std::optional<std::vector<std::uint64_t>> Predictor::values(const AnyMatrix&,
                                                                     std::span<const std::uint64_t>,
                                                                     std::size_t, Pulse&) const;

}  // namespace arboretum
