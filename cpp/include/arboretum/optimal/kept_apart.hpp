#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "arboretum/optimal/between.hpp"
#include "arboretum/optimal/one_question.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// What rows cost at least because some of them need leaves of their own.
///
/// If no two of k rows can share a leaf without mistakes, a tree has k leaves or makes a mistake.
/// Such rows are found one by one, in the order of each column: those of the first rows bound the
/// left side of every cut, and those of the last ones the right side.
///
/// Of numbers nothing is known: few trees hold one number in every leaf.
template <class Costs>
class KeptApart {
 public:
  using Value = typename Costs::Value;

  explicit KeptApart(const Problem<Costs>&) {}

  bool look(const Rows<Value>&) { return false; }
  Value all() const { return {}; }
  Value left(std::size_t, std::size_t) const { return {}; }
  Value right(std::size_t, std::size_t) const { return {}; }
  std::vector<Row> apart() const { return {}; }
};

template <>
class KeptApart<ClassCosts> {
 public:
  using Value = ClassCosts::Value;

  explicit KeptApart(const Problem<ClassCosts>& problem)
      : problem_(problem), known_(std::make_shared<Known>()) {}

  /// Looks for such rows; whether it is of use: where leaves are dearer than mistakes it is not.
  bool look(const Rows<Value>& rows) {
    std::call_once(known_->once, [&] { known_->between = std::make_unique<Between>(problem_); });
    between_ = known_->between.get();
    if (!known_->is_of_use || !between_->is_known() ||
        between_->mistake() < least_use * problem_.alpha)
      return false;
    if (rows_ == rows.key) return true;
    rows_ = rows.key;
    n_ = rows.n;
    most_ = 1;
    list_.assign(rows.by(0).begin(), rows.by(0).end());
    most_found_.clear();
    compare(list_);
    counts_.assign(2 * n_ * problem_.columns.size(), 0);
    for (std::size_t c = 0; c < problem_.columns.size(); ++c) {
      sort(list_, problem_.columns[c].rank);
      if (ranked_.front().first == ranked_.back().first) continue;
      count(counts_.data() + 2 * c * n_);
      std::reverse(ranked_.begin(), ranked_.end());
      count(counts_.data() + (2 * c + 1) * n_);
    }
    // No more of some rows are kept apart than of all.
    if (n_ == problem_.n_rows) known_->is_of_use = most_ > least_use;
    return true;
  }

  /// What the rows cost at least, and the first and the others in the order of a column.
  Value all() const { return cost(most_); }
  Value left(std::size_t column, std::size_t n_left) const {
    return cost(counts_[2 * column * n_ + n_left - 1]);
  }
  Value right(std::size_t column, std::size_t n_left) const {
    return cost(counts_[(2 * column + 1) * n_ + n_ - n_left - 1]);
  }

  /// The rows of which no two can share a leaf: those that were most.
  std::vector<Row> apart() const {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < n_ && !most_found_.empty(); ++i)
      if (most_found_[i / 64] >> (i % 64) & 1) rows.push_back(list_[i]);
    return rows;
  }

 private:
  /// Up to two leaves are tried anyway, and more are three at least.
  static constexpr int least_use = 3;

  struct Known {
    std::once_flag once;
    std::unique_ptr<const Between> between;
    std::atomic<bool> is_of_use = true;
  };

  Value cost(int n_leaves) const {
    return std::min(n_leaves * problem_.alpha, between_->mistake() + problem_.alpha);
  }

  /// Which rows, by their places in the list, can share a leaf.
  void compare(std::span<const Row> list) {
    std::vector<std::uint64_t> present(between_->n_words());
    for (Row row : list) RowBits::put(present.data(), row);
    n_words_ = RowBits::words(n_);
    together_.assign(n_ * n_words_, 0);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (between_->keep_apart(list[i], list[j], present.data())) continue;
        RowBits::put(together_.data() + i * n_words_, j);
        RowBits::put(together_.data() + j * n_words_, i);
      }
    }
  }

  void sort(std::span<const Row> list, std::span<const std::int32_t> rank) {
    ranked_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) ranked_[i] = {rank[list[i]], std::uint32_t(i)};
    std::sort(ranked_.begin(), ranked_.end());
  }

  /// How many of the first rows were found of which no two can share a leaf.
  void count(int* counts) {
    found_.assign(n_words_, 0);
    int n = 0;
    for (const auto& [rank, i] : ranked_) {
      if (!RowBits::any(together_.data() + i * n_words_, found_.data(), n_words_)) {
        RowBits::put(found_.data(), i);
        ++n;
      }
      *counts++ = n;
    }
    if (n > most_) most_found_ = found_;
    most_ = std::max(most_, n);
  }

  const Problem<ClassCosts>& problem_;
  std::shared_ptr<Known> known_;
  const Between* between_ = nullptr;
  /// The rows that were looked at last, and how many there are.
  Key rows_;
  std::size_t n_ = 0, n_words_ = 0;
  int most_ = 1;
  std::vector<Row> list_;
  std::vector<std::uint64_t> together_, found_, most_found_;
  std::vector<std::pair<std::int32_t, std::uint32_t>> ranked_;
  /// For each column how many were found among the first rows, and among the last.
  std::vector<int> counts_;
};

}  // namespace arboretum::optimal
