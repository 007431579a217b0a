#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/optimal/near_trees.hpp"

namespace arboretum::optimal {

/// Which trees are counted.  The features that a tree asks are a set of bits.
struct Wanted {
  /// Whether each question may be asked, and the bit of its feature, 0 if nobody wants to know.
  std::span<const std::uint8_t> may_ask;
  std::span<const std::uint64_t> bit;
  /// How many features of those with a bit a tree may ask, and what they may cost together.
  int most_features = 64;
  std::span<const double> feature_cost;
  double most_cost = 0.0;

  bool takes(std::uint64_t features) const {
    if (std::popcount(features) > most_features) return false;
    double cost = 0.0;
    if (!feature_cost.empty())
      for (std::uint64_t left = features; left != 0; left &= left - 1)
        cost += feature_cost[std::size_t(std::countr_zero(left))];
    return cost <= most_cost;
  }
};

/// How many trees each node has, by what they cost and which features they ask.
struct TreeCounts {
  /// The first count of each node, and how many it has, by ascending cost.
  std::vector<std::uint32_t> first, n;
  std::vector<std::int64_t> cost;
  std::vector<std::uint64_t> features;
  /// Of each count `n_digits` digits of 32 bits, the lowest first.
  std::vector<std::uint32_t> digits;
  std::size_t n_digits;
};

/// Counts exactly; refuses more than 2^1024 trees.  A leaf costs `alpha`.
TreeCounts count_trees(const NearTrees& trees, NearTrees::Value alpha, const Wanted& wanted);

}  // namespace arboretum::optimal
