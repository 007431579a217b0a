#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// Sets of rows as bits, 64 in a word.
class RowBits {
 public:
  static std::size_t words(std::size_t n_rows) { return (n_rows + 63) / 64; }

  static void put(std::uint64_t* bits, std::size_t row) {
    bits[row / 64] |= std::uint64_t{1} << (row % 64);
  }
  static bool any(const std::uint64_t* bits, const std::uint64_t* others, std::size_t n_words) {
    for (std::size_t w = 0; w < n_words; ++w)
      if ((bits[w] & others[w]) != 0) return true;
    return false;
  }
};

/// For each pair of rows the rows that share every leaf with both, and contradict them.
///
/// A row whose rank lies between those of two others in every column goes wherever both go: no
/// question tells it from them.  If no class is right for all three, a leaf that has both rows
/// makes a mistake.  Of two rows for which no class is right the first is such a row itself.
class Between {
 public:
  using Value = ClassCosts::Value;

  explicit Between(const Problem<ClassCosts>& problem)
      : n_words_(RowBits::words(problem.n_rows)), right_(problem.n_rows) {
    find_right(problem.costs);
    if (problem.costs.n_classes() > 64 || !is_affordable(problem)) return;
    bits_.assign(n_pairs(problem.n_rows) * n_words_, 0);
    up_to_ = ranked(problem);
    for (Row b = 1; b < problem.n_rows; ++b)
      for (Row a = 0; a < b; ++a) find(problem, a, b);
    up_to_.clear();
  }

  /// Whether the rows between others are known: of many rows that would take too much memory.
  bool is_known() const { return !bits_.empty(); }
  /// What a mistake costs at least.
  Value mistake() const { return mistake_; }
  std::size_t n_words() const { return n_words_; }

  /// Whether no leaf without mistakes has both rows, if the rows of these bits are there.
  bool keep_apart(Row a, Row b, const std::uint64_t* present) const {
    return RowBits::any(bits_.data() + place(a, b), present, n_words_);
  }

 private:
  /// What may be remembered of all that may, and words that are read before it takes too long.
  static constexpr std::size_t share = 8, most_work = std::size_t{1} << 31;

  static std::size_t n_pairs(std::size_t n) { return n * (n - 1) / 2; }

  bool is_affordable(const Problem<ClassCosts>& problem) const {
    const std::size_t words = n_pairs(problem.n_rows) * n_words_;
    return words * sizeof(std::uint64_t) <= problem.limits.bytes / share &&
           words * problem.columns.size() <= most_work;
  }

  std::size_t place(Row a, Row b) const {
    const std::size_t low = std::min(a, b), high = std::max(a, b);
    return (high * (high - 1) / 2 + low) * n_words_;
  }

  /// Which classes are right for each row, and what the cheapest of the others costs.
  void find_right(const ClassCosts& costs) {
    mistake_ = ClassCosts::none;
    const std::size_t n_classes = costs.n_classes();
    for (std::size_t row = 0; row < right_.size(); ++row) {
      const Value* gains = costs.of(Row(row));
      for (std::size_t k = 0; k < n_classes; ++k) {
        if (gains[k] == gains[n_classes])
          right_[row] |= std::uint64_t{1} << (k % 64);
        else
          mistake_ = std::min(mistake_, (gains[n_classes] - gains[k]) * costs.unit());
      }
    }
  }

  /// For each column and rank the rows up to it.
  std::vector<std::vector<std::uint64_t>> ranked(const Problem<ClassCosts>& problem) const {
    std::vector<std::vector<std::uint64_t>> found;
    for (const Column& column : problem.columns) {
      std::vector<std::uint64_t> bits((std::size_t(column.n_ranks) + 1) * n_words_);
      for (std::size_t row = 0; row < problem.n_rows; ++row)
        RowBits::put(bits.data() + (std::size_t(column.rank[row]) + 1) * n_words_, row);
      for (std::size_t i = n_words_; i < bits.size(); ++i) bits[i] |= bits[i - n_words_];
      found.push_back(std::move(bits));
    }
    return found;
  }

  /// The rows for which none of some classes is right.
  const std::vector<std::uint64_t>& against(std::uint64_t classes) {
    auto& bits = against_[classes];
    if (!bits.empty()) return bits;
    bits.resize(n_words_);
    for (std::size_t row = 0; row < right_.size(); ++row)
      if ((right_[row] & classes) == 0) RowBits::put(bits.data(), row);
    return bits;
  }

  void find(const Problem<ClassCosts>& problem, Row a, Row b) {
    std::uint64_t* bits = bits_.data() + place(a, b);
    const std::uint64_t both = right_[a] & right_[b];
    if (both == 0) return RowBits::put(bits, a);
    const auto& others = against(both);
    std::copy(others.begin(), others.end(), bits);
    for (std::size_t c = 0; c < problem.columns.size(); ++c) {
      const auto [low, high] = std::minmax(problem.columns[c].rank[a], problem.columns[c].rank[b]);
      const std::uint64_t* below = up_to_[c].data() + std::size_t(low) * n_words_;
      const std::uint64_t* up_to = up_to_[c].data() + (std::size_t(high) + 1) * n_words_;
      std::uint64_t left = 0;
      for (std::size_t w = 0; w < n_words_; ++w) left |= bits[w] &= up_to[w] & ~below[w];
      if (left == 0) return;
    }
  }

  std::size_t n_words_;
  /// The classes that are right for each row, as bits.
  std::vector<std::uint64_t> right_;
  Value mistake_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::vector<std::uint64_t>> up_to_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> against_;
};

}  // namespace arboretum::optimal
