#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// What is known of the trees of one side of a question.
struct Side {
  using Value = ClassCosts::Value;

  Value leaf;
  /// What every tree costs at least, and every one that asks something.
  Value least, asks;
  /// What every tree costs at least if leaves may be of any size.
  Value free;
};

/// What both sides of a question cost at least, if two leaves must save something on one.
inline Side::Value least_of(const Side& left, const Side& right, Side::Value one_leaf) {
  if (left.leaf + right.leaf < one_leaf) return left.least + right.least;
  return std::min(left.asks + right.least, left.leaf + right.asks);
}

/// A question of a node that some cheap tree asks first.
struct NearQuestion {
  std::size_t column, n_left;
  Side left, right;
};

/// Which questions of a node are one: those that divide its rows alike.
class Divisions {
 public:
  struct Place {
    std::uint32_t question;
    Key left;
  };

  void clear() { places_.clear(); }

  /// Where a division was put first, or `here` if that is now.
  const Place& put(const Key& left, const Key& all, std::uint32_t here) {
    const Key right = all - left;
    const bool is_less = std::pair(left.a, left.b) < std::pair(right.a, right.b);
    return places_.try_emplace(is_less ? left : right, Place{here, left}).first->second;
  }

 private:
  std::unordered_map<Key, Place, KeyHash> places_;
};

}  // namespace arboretum::optimal
