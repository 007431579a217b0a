#pragma once

#include <span>
#include <vector>

#include "arboretum/search_fast/ask_rows.hpp"
#include "arboretum/search_fast/category_search.hpp"
#include "arboretum/search_fast/node.hpp"

/// What nodes of either size share where samples that cannot answer follow surrogates.

namespace arboretum::fast {

/// Writes the split of a feature, its threshold still to be told; `left` are the totals of the
/// first branch, `known` of the samples that answer (nothing: all do).
template <class Criterion>
void choose(const Following& following, const Criterion& criterion, const NodeView<Criterion>& node,
            std::uint32_t feature, const std::vector<double>& left,
            const std::vector<double>& known, const Grouping& grouping, Choice& choice) {
  const double* total = known.empty() ? node.totals : known.data();
  choice.parent.assign(total, total + node.width);
  choice.branches.assign(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(node.width));
  for (std::size_t k = 0; k < node.width; ++k) choice.branches.push_back(total[k] - left[k]);
  choice.share = criterion.weight(total) / node.weight;
  const double first = criterion.weight(choice.branches.data());
  const double second = criterion.weight(choice.branches.data() + node.width);
  const std::int32_t missing = following.goes_on ? heavier_or_no_branch(first, second) : kNoBranch;
  const auto kind = grouping.codes.empty() ? SplitKind::interval : SplitKind::category;
  choice.question.reset(static_cast<std::int32_t>(feature), kind, 2, missing);
  choice.question.codes = grouping.codes;
  for (const bool is_left : grouping.is_left) choice.question.branches.push_back(is_left ? 0 : 1);
}

/// The branch with the larger mean of the target, classes being numbered.
inline std::int32_t upper_branch(const Choice& choice, bool has_classes) {
  const std::size_t width = choice.parent.size();
  const auto mean = [&](const double* sums) {
    if (!has_classes) return sums[1] / sums[0];
    double weight = 0, numbered = 0;
    for (std::size_t k = 0; k < width; ++k) {
      weight += sums[k];
      numbered += static_cast<double>(k) * sums[k];
    }
    return numbered / weight;
  };
  return mean(choice.branches.data()) > mean(choice.branches.data() + width) ? 0 : 1;
}

/// Asks the surrogates of a split, the best first, where the samples in `others` go; calls
/// `take(sample, side)` for each.  The side is `no_side` where nothing says.
template <class RowAt, class Take>
void follow_surrogates(RowAsker& asker, const SurrogateLimits& limits, const Question& question,
                       std::span<const Surrogate> surrogates, std::vector<std::uint32_t>& others,
                       const RowAt& row_at, const Take& take) {
  std::vector<std::uint32_t> left;
  for (const Surrogate& surrogate : surrogates) {
    if (others.empty() || !limits.are_asked) break;
    left.clear();
    asker.ask(
        surrogate.question, others.size(), [&](std::size_t i) { return row_at(others[i]); },
        [&](std::size_t i, std::uint8_t side) {
          if (side == no_side)
            left.push_back(others[i]);
          else
            take(others[i], static_cast<std::uint8_t>(surrogate.is_reversed ? 1 - side : side));
        });
    others.swap(left);
  }
  const std::int32_t goes_to = question.missing_branch;
  for (const std::uint32_t sample : others)
    take(sample, goes_to < 0 ? no_side : static_cast<std::uint8_t>(goes_to));
}

}  // namespace arboretum::fast
