#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <span>
#include <vector>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// A set of rows by the sum of a random number for each: two sets with one key are the same set.
struct Key {
  std::uint64_t a = 0, b = 0;

  Key& operator+=(const Key& other) {
    a += other.a;
    b += other.b;
    return *this;
  }
  friend Key operator-(Key all, const Key& some) { return {all.a - some.a, all.b - some.b}; }
  bool operator==(const Key&) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const { return std::size_t(key.a); }
};

/// What is known of a set of rows without their lists.
template <class Value>
struct Summary {
  std::size_t n = 0;
  std::int64_t count = 0;
  Key key;
  std::vector<Value> sums;
};

/// The rows of a node, for each column in the order of its ranks.
template <class Value>
struct Rows : Summary<Value> {
  std::vector<Row> lists;
  std::size_t capacity = 0;

  std::span<const Row> by(std::size_t column) const {
    return {lists.data() + column * capacity, this->n};
  }
};

/// The first rows by a column, or the others.
struct Half {
  std::size_t column, n_left;
  bool is_left;
};

/// Takes rows apart.
template <class Costs>
class Divider {
 public:
  using Value = typename Costs::Value;

  explicit Divider(const Problem<Costs>& problem)
      : problem_(problem), goes_left_(problem.n_rows), key_(problem.n_rows) {
    std::mt19937_64 words(0x9e3779b97f4a7c15);
    for (Key& key : key_) {
      key.a = words();
      key.b = words();
    }
  }

  /// All rows of the problem.
  Rows<Value> all() const {
    const std::size_t n = problem_.n_rows;
    Rows<Value> rows;
    rows.capacity = n;
    rows.lists.resize(n * problem_.columns.size());
    for (std::size_t c = 0; c < problem_.columns.size(); ++c) sort(c, rows.lists.data() + c * n);
    std::vector<Row> every(n);
    for (std::size_t row = 0; row < n; ++row) every[row] = Row(row);
    static_cast<Summary<Value>&>(rows) = sum(every);
    return rows;
  }

  /// What a list of rows adds up to.
  Summary<Value> sum(std::span<const Row> rows) const {
    Summary<Value> made{rows.size(), 0, {}, std::vector<Value>(problem_.costs.width())};
    for (Row row : rows) {
      made.count += problem_.count[row];
      made.key += key_[row];
      const Value* own = problem_.costs.of(row);
      for (std::size_t k = 0; k < made.sums.size(); ++k) made.sums[k] += own[k];
    }
    return made;
  }

  /// Some of all rows.
  Rows<Value> take(const Rows<Value>& all, std::span<const Row> some) const {
    const std::size_t n_columns = problem_.columns.size();
    std::vector<std::uint8_t> is_taken(problem_.n_rows);
    for (Row row : some) is_taken[row] = 1;
    Rows<Value> made;
    static_cast<Summary<Value>&>(made) = sum(some);
    made.capacity = some.size();
    made.lists.reserve(some.size() * n_columns);
    for (std::size_t c = 0; c < n_columns; ++c) {
      const auto list = all.by(c);
      std::copy_if(list.begin(), list.end(), std::back_inserter(made.lists),
                   [&](Row row) { return is_taken[row] != 0; });
    }
    return made;
  }

  /// The key of a list of rows.
  Key key(std::span<const Row> rows) const {
    Key made;
    for (Row row : rows) made += key_[row];
    return made;
  }

  /// The rest of some rows.
  static Summary<Value> rest(const Summary<Value>& all, const Summary<Value>& some) {
    Summary<Value> made{all.n - some.n, all.count - some.count, all.key - some.key, all.sums};
    for (std::size_t k = 0; k < made.sums.size(); ++k) made.sums[k] -= some.sums[k];
    return made;
  }

  /// Makes lists of a half of some rows: those of the columns from `first` to `last`, the end.
  void take(const Rows<Value>& rows, const Half& half, const Summary<Value>& summary,
            Rows<Value>& out, std::size_t first, std::size_t last) {
    const auto list = rows.by(half.column);
    for (std::size_t i = 0; i < rows.n; ++i)
      goes_left_[list[i]] = (i < half.n_left) == half.is_left;
    if (first == 0) {
      static_cast<Summary<Value>&>(out) = summary;
      // One place more, which is written to and does not count.
      const std::size_t n_columns = problem_.columns.size();
      if (out.capacity < summary.n + 1) out.capacity = summary.n + 1;
      if (out.lists.size() < out.capacity * n_columns) out.lists.resize(out.capacity * n_columns);
    }
    for (std::size_t c = first; c < last; ++c) {
      Row* to = out.lists.data() + c * out.capacity;
      const Row* end = to + summary.n;
      for (Row row : rows.by(c)) {
        *to = row;
        to += goes_left_[row];
        if (to == end) break;
      }
    }
  }

 private:
  void sort(std::size_t column, Row* out) const {
    const Column& ranks = problem_.columns[column];
    std::vector<std::size_t> start(std::size_t(ranks.n_ranks) + 1);
    for (std::int32_t rank : ranks.rank) ++start[std::size_t(rank) + 1];
    for (std::size_t r = 1; r < start.size(); ++r) start[r] += start[r - 1];
    for (std::size_t row = 0; row < problem_.n_rows; ++row)
      out[start[std::size_t(ranks.rank[row])]++] = Row(row);
  }

  const Problem<Costs>& problem_;
  std::vector<std::uint8_t> goes_left_;
  std::vector<Key> key_;
};

}  // namespace arboretum::optimal
