#include "arboretum/general/source.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "arboretum/parallel.hpp"
#include "arboretum/rank.hpp"

namespace arboretum::general {
namespace {

/// Codes of a column, ascending with its values; below 0 is missing.
struct Codes {
  explicit Codes(const grow::Feature& feature) {
    if (const auto* codes = std::get_if<Column<std::int32_t>>(&feature.column)) {
      of_row.resize(codes->size());
      for (std::size_t row = 0; row < of_row.size(); ++row) of_row[row] = (*codes)[row];
      n_codes = static_cast<std::size_t>(feature.n_categories);
    } else if (const auto* doubles = std::get_if<Column<double>>(&feature.column)) {
      take(rank(*doubles));
    } else {
      take(rank(std::get<Column<float>>(feature.column)));
    }
  }

  void take(Ranks&& ranks) {
    n_codes = ranks.distinct.size();
    of_row = std::move(ranks.codes);
    values = std::move(ranks.distinct);
  }

  std::vector<std::int32_t> of_row;
  std::vector<double> values;  ///< of a number, by code
  std::size_t n_codes = 0;
};

}  // namespace

Source::Source(const std::vector<grow::Feature>& features, std::size_t n_rows, bool keeps_values,
               std::size_t n_threads, Pulse& pulse)
    : features_(features),
      keeps_values_(keeps_values),
      n_threads_(n_threads),
      pulse_(pulse),
      rows_(n_rows),
      spare_rows_(n_rows),
      lists_(features.size()),
      values_(features.size()),
      branch_of_row_(n_rows) {
  std::iota(rows_.begin(), rows_.end(), 0);
  std::size_t most = 0;
  for (const grow::Feature& feature : features)
    most = std::max(most, static_cast<std::size_t>(std::max(feature.n_categories, 0)));
  branch_of_code_.resize(most, kNoBranch);
  const std::size_t n_parts = n_rows * features.size() < kMinShared ? 1 : n_threads;
  parallel_for(features.size(), n_parts, 1, pulse, [&](std::size_t begin, std::size_t end) {
    for (std::size_t feature = begin; feature < end; ++feature) {
      pulse.check();
      sort_feature(feature);
    }
  });
}

void Source::sort_feature(std::size_t feature) {
  Codes codes(features_[feature]);
  if (keeps_values_) values_[feature] = std::move(codes.values);
  std::vector<std::size_t> next(codes.n_codes + 2, 0);
  const auto place = [&](std::int32_t code) {
    return code < 0 ? codes.n_codes : static_cast<std::size_t>(code);
  };
  for (const std::int32_t code : codes.of_row) ++next[place(code) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  lists_[feature].resize(codes.of_row.size());
  for (std::size_t row = 0; row < codes.of_row.size(); ++row) {
    const std::int32_t code = codes.of_row[row];
    lists_[feature][next[place(code)]++] = {code < 0 ? kMissingCode : code,
                                            static_cast<std::int32_t>(row)};
  }
}

std::vector<Range> Source::route(Range range, const Question& question) {
  mark_branches(rows(range), question);
  std::vector<std::size_t> next(static_cast<std::size_t>(question.arity) + 1, 0);
  for (const std::int32_t row : rows(range)) ++next[branch_of_row_[row] + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Range> children;
  for (std::int32_t b = 0; b < question.arity; ++b)
    children.push_back({range.begin + next[b], range.begin + next[b + 1]});
  for (const std::int32_t row : rows(range)) spare_rows_[next[branch_of_row_[row]]++] = row;
  std::copy_n(spare_rows_.begin(), range.size(), rows_.begin() + std::ptrdiff_t(range.begin));
  return children;
}

void Source::mark_branches(std::span<const std::int32_t> rows, const Question& question) {
  for (std::size_t i = 0; i < question.codes.size(); ++i)
    branch_of_code_[question.codes[i]] = question.branches[i];
  const auto mark = [&](const auto& column) {
    for (const std::int32_t row : rows) {
      const auto value = column[row];
      std::int32_t branch = question.missing_branch;
      if (question.kind == SplitKind::presence)
        branch = is_missing(value);
      else if (is_missing(value))
        branch = question.missing_branch;
      else if (question.kind == SplitKind::interval)
        branch = interval_branch(static_cast<double>(value), question.thresholds);
      else if (branch_of_code_[static_cast<std::size_t>(value)] != kNoBranch)
        branch = branch_of_code_[static_cast<std::size_t>(value)];
      branch_of_row_[row] = branch;
    }
  };
  std::visit(mark, features_[question.feature].column);
  for (const std::int32_t code : question.codes) branch_of_code_[code] = kNoBranch;
}

void Source::part_lists(Range range, std::span<const Range> children,
                        std::span<const std::int32_t> features) {
  if (n_threads_ == 1 || range.size() * features.size() < kMinShared) {
    for (const std::int32_t feature : features) part_list(feature, range, children, spare_entries_);
    return;
  }
  parallel_for(features.size(), n_threads_, 1, pulse_, [&](std::size_t begin, std::size_t end) {
    std::vector<Entry> others;
    for (std::size_t i = begin; i < end; ++i) part_list(features[i], range, children, others);
  });
}

void Source::part_list(std::int32_t feature, Range range, std::span<const Range> children,
                       std::vector<Entry>& others) {
  Entry* list = lists_[feature].data() + range.begin;
  const std::size_t n_first = children[0].size();
  others.resize(std::max(others.size(), range.size() - n_first));
  std::vector<std::size_t> next;  // where the next entry of each branch goes
  for (const Range& child : children) next.push_back(child.begin - range.begin - n_first);
  next[0] = 0;
  for (std::size_t i = 0; i < range.size(); ++i) {
    const Entry entry = list[i];
    const std::int32_t branch = branch_of_row_[entry.row];
    if (branch == 0)
      list[next[0]++] = entry;  // never ahead of what is read
    else
      others[next[branch]++] = entry;
  }
  std::copy_n(others.begin(), range.size() - n_first, list + n_first);
}

}  // namespace arboretum::general
