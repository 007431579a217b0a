#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
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

/// What one side of a cut costs at least in one leaf, in two, in more, and in the worst case.
template <class Value>
struct FewLeaves {
  Value one, two, more, most;

  Value few() const { return std::min(one, two); }
  Value least() const { return std::min(few(), more); }
};

/// A cut of a column with what few leaves make of its sides.
template <class Value>
struct SettledCut {
  std::size_t column, n_left;
  /// The last rank on the left.
  std::int32_t last_left;
  FewLeaves<Value> left, right;

  /// What a tree costs with two leaves a side at most.
  Value best() const { return left.few() + right.few(); }
  /// What every tree costs at least that asks this first.
  Value bound() const {
    return std::min({best(), left.more + right.least(), left.few() + right.more});
  }
  /// Whether a side is too light to pay for a leaf: without the question no tree costs more.
  bool is_idle(Value alpha) const { return left.most <= alpha || right.most <= alpha; }
};

/// Subproblems that were looked at, by their rows and room, for all threads.
///
/// Bounds are kept as well as solutions.  When the memory is used up the smallest of a
/// few subproblems gives way: it is the quickest to solve again.
template <class Value>
class Cache {
 public:
  explicit Cache(std::size_t bytes) {
    const std::size_t most = std::max(bytes / sizeof(Entry) / n_shards, bucket);
    for (Shard& shard : shards_) {
      shard.most = most;
      shard.entries.resize(std::min(first_size, rounded_down(most)));
    }
  }

  std::optional<Found<Value>> find(const Key& key, const Room& room) const {
    const std::uint64_t mixed = mix(key, room);
    const Shard& shard = shards_[mixed % n_shards];
    const std::lock_guard lock(shard.mutex);
    const Entry* entry = shard.at(mixed);
    for (std::size_t i = 0; i < bucket && entry[i].room.depth >= 0; ++i)
      if (entry[i].is(key, room)) return entry[i].found;
    return std::nullopt;
  }

  void keep(const Summary<Value>& rows, const Room& room, const Found<Value>& found) {
    const Entry made{rows.key, room, std::uint32_t(rows.n), found};
    Shard& shard = shards_[mix(rows.key, room) % n_shards];
    const std::lock_guard lock(shard.mutex);
    if (!shard.keep(made)) forgot_ = true;
  }

  std::size_t size() const {
    std::size_t n = 0;
    for (const Shard& shard : shards_) n += shard.n;
    return n;
  }
  bool forgot() const { return forgot_; }

 private:
  static constexpr std::size_t bucket = 16, first_size = 16, n_shards = 64;

  struct Entry {
    Key key;
    Room room{-1, 0};
    std::uint32_t n = 0;
    Found<Value> found{};

    bool is(const Key& other, const Room& other_room) const {
      return key == other && room == other_room;
    }
  };

  static std::size_t rounded_down(std::size_t n) {
    std::size_t size = bucket;
    while (2 * size <= n) size *= 2;
    return size;
  }

  static std::uint64_t mix(const Key& key, const Room& room) {
    std::uint64_t mixed = key.a ^ (std::uint64_t(room.depth) << 32) ^ std::uint64_t(room.leaves);
    mixed *= 0x9e3779b97f4a7c15;
    return mixed >> 14;
  }

  /// A part of the entries with a lock of its own.
  struct Shard {
    mutable std::mutex mutex;
    std::vector<Entry> entries;
    std::size_t most = 0, n = 0;

    std::size_t place(std::uint64_t mixed) const {
      return std::size_t(mixed / n_shards) & (entries.size() - 1) & ~(bucket - 1);
    }
    const Entry* at(std::uint64_t mixed) const { return entries.data() + place(mixed); }
    Entry* at(std::uint64_t mixed) { return entries.data() + place(mixed); }

    /// Whether nothing had to be forgotten.
    bool keep(const Entry& made) {
      bool kept_all = true;
      while (!put(made)) {
        if (2 * entries.size() > most) {
          replace_smallest(made);
          return false;
        }
        kept_all = grow() && kept_all;
      }
      return kept_all;
    }

    /// Whether there was a place for it.
    bool put(const Entry& made) {
      Entry* entry = at(mix(made.key, made.room));
      for (std::size_t i = 0; i < bucket; ++i) {
        const bool is_empty = entry[i].room.depth < 0;
        if (!is_empty && !entry[i].is(made.key, made.room)) continue;
        if (is_empty)
          entry[i] = made;
        else
          join(entry[i].found, made.found);
        n += is_empty;
        return true;
      }
      return false;
    }

    /// What two threads found of the same subproblem.
    static void join(Found<Value>& known, const Found<Value>& other) {
      if (other.best < known.best) {
        known.best = other.best;
        known.split = other.split;
      }
      known.bound = std::min(std::max(known.bound, other.bound), known.best);
      known.free = std::min(std::max(known.free, other.free), known.bound);
    }

    void replace_smallest(const Entry& made) {
      Entry* entry = at(mix(made.key, made.room));
      Entry* smallest = std::min_element(entry, entry + bucket,
                                         [](const Entry& x, const Entry& y) { return x.n < y.n; });
      if (smallest->n <= made.n) *smallest = made;
    }

    bool grow() {
      std::vector<Entry> held(2 * entries.size());
      held.swap(entries);
      n = 0;
      bool kept_all = true;
      for (const Entry& entry : held)
        if (entry.room.depth >= 0 && !put(entry)) kept_all = false;
      return kept_all;
    }
  };

  std::array<Shard, n_shards> shards_;
  std::atomic<bool> forgot_ = false;
};

}  // namespace arboretum::optimal
