#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/optimal/problem.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// What is known of a subproblem: every tree costs at least `bound`, and if leaves may be of any
/// size at least `free`; some tree costs `best` and asks `split` first.
template <class Value>
struct Found {
  Value bound, free, best;
  Split split;
};

/// Subproblems that were looked at, by their rows, depth and leaves.
///
/// Bounds are kept as well as solutions.  When the memory is used up the smaller of four
/// subproblems gives way: it is the quickest to solve again.
template <class Value>
class Cache {
 public:
  explicit Cache(std::size_t bytes) : most_(std::max<std::size_t>(bytes / sizeof(Entry), bucket)) {
    entries_.resize(std::min<std::size_t>(first_size, rounded_down(most_)));
  }

  /// Null if nothing is known.
  const Found<Value>* find(const Key& key, int depth, int leaves) const {
    const Entry* entry = entries_.data() + place(key, depth, leaves);
    for (std::size_t i = 0; i < bucket; ++i)
      if (entry[i].is(key, depth, leaves)) return &entry[i].found;
    return nullptr;
  }

  void keep(const Summary<Value>& rows, int depth, int leaves, const Found<Value>& found) {
    const Entry made{rows.key, depth, leaves, std::uint32_t(rows.n), found};
    while (!put(made)) {
      if (2 * entries_.size() > most_) return replace_smallest(made);
      grow();
    }
  }

  std::size_t size() const { return n_; }
  bool forgot() const { return forgot_; }

 private:
  static constexpr std::size_t bucket = 4, first_size = 1024;

  struct Entry {
    Key key;
    std::int32_t depth = -1, leaves = 0;
    std::uint32_t n = 0;
    Found<Value> found{};

    bool is(const Key& other, int other_depth, int other_leaves) const {
      return key == other && depth == other_depth && leaves == other_leaves;
    }
  };

  static std::size_t rounded_down(std::size_t n) {
    std::size_t size = bucket;
    while (2 * size <= n) size *= 2;
    return size;
  }

  std::size_t place(const Key& key, int depth, int leaves) const {
    std::uint64_t mixed = key.a ^ (std::uint64_t(depth) << 32) ^ std::uint64_t(leaves);
    mixed *= 0x9e3779b97f4a7c15;
    return std::size_t(mixed >> 20) & (entries_.size() - 1) & ~(bucket - 1);
  }

  /// Whether there was a place for it.
  bool put(const Entry& made) {
    Entry* entry = entries_.data() + place(made.key, made.depth, made.leaves);
    for (std::size_t i = 0; i < bucket; ++i) {
      const bool is_empty = entry[i].depth < 0;
      if (!is_empty && !entry[i].is(made.key, made.depth, made.leaves)) continue;
      entry[i] = made;
      n_ += is_empty;
      return true;
    }
    return false;
  }

  void replace_smallest(const Entry& made) {
    forgot_ = true;
    Entry* entry = entries_.data() + place(made.key, made.depth, made.leaves);
    Entry* smallest = std::min_element(entry, entry + bucket,
                                       [](const Entry& x, const Entry& y) { return x.n < y.n; });
    if (smallest->n <= made.n) *smallest = made;
  }

  void grow() {
    std::vector<Entry> held(2 * entries_.size());
    held.swap(entries_);
    n_ = 0;
    for (const Entry& entry : held)
      if (entry.depth >= 0 && !put(entry)) forgot_ = true;
  }

  std::size_t most_, n_ = 0;
  std::vector<Entry> entries_;
  bool forgot_ = false;
};

}  // namespace arboretum::optimal
