#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/optimal/problem.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// The rows of a small problem under new numbers from 0 on, with ranks that have no gaps.
///
/// Trees of depth two read each row once for each pair of columns: what they read is together and
/// narrow, so that it stays in the nearest memory.
template <class Rank, class Id>
class LocalRows {
 public:
  /// A column with at least two values among the rows.
  struct Local {
    std::size_t column;
    const Id* order;
    const Rank* rank;
    /// Where each value ends in the order.
    std::span<const std::uint32_t> ends;

    int n_cuts() const { return int(ends.size()) - 1; }
  };

  /// A value that fewer than `step` rows have is put together with the next ones.
  template <class Value>
  void take(const Rows<Value>& rows, const std::vector<Column>& columns, std::size_t step) {
    const std::size_t n = rows.n, p = columns.size();
    const auto first = rows.by(0);
    rows_.assign(first.begin(), first.end());
    if (number_.size() < columns[0].rank.size()) number_.resize(columns[0].rank.size());
    for (std::size_t i = 0; i < n; ++i) number_[first[i]] = Id(i);
    order_.resize(n * p);
    rank_.resize(n * p);
    ends_.resize(n * p);
    local_.clear();
    for (std::size_t c = 0; c < p; ++c) read(rows.by(c), columns[c], c, local_.size() * n, step);
  }

  std::size_t n() const { return rows_.size(); }
  const std::vector<Local>& columns() const { return local_; }
  Row row(std::size_t id) const { return rows_[id]; }

 private:
  void read(std::span<const Row> list, const Column& column, std::size_t c, std::size_t at,
            std::size_t step) {
    const std::int32_t* rank = column.rank.data();
    const std::size_t n = list.size();
    if (rank[list[0]] == rank[list[n - 1]]) return;
    if (column.needs_last_rank && rank[list[n - 1]] != column.n_ranks - 1) return;
    Id* order = order_.data() + at;
    Rank* ranks = rank_.data() + at;
    std::uint32_t* ends = ends_.data() + at;
    std::size_t value = 0, start = 0;
    std::int32_t last = rank[list[0]];
    for (std::size_t i = 0; i < n; ++i) {  // nobody can foresee where values end: no branches
      const std::int32_t own = rank[list[i]];
      const bool is_new = (own != last) & (i - start >= step);
      start = is_new ? i : start;
      value += is_new;
      last = own;
      const Id id = number_[list[i]];
      order[i] = id;
      ranks[id] = Rank(value);
      ends[value] = std::uint32_t(i + 1);
    }
    const std::size_t n_values = value + 1;
    if (n_values == 1) return;
    local_.push_back({c, order, ranks, {ends, n_values}});
  }

  std::vector<Row> rows_;
  std::vector<Id> number_, order_;
  std::vector<Rank> rank_;
  std::vector<std::uint32_t> ends_;
  std::vector<Local> local_;
};

}  // namespace arboretum::optimal
