#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace arboretum::fast {

/// Scores this close are equal: sums of floating-point numbers differ in their last bits
/// for splits that are the same.
constexpr double relative_tolerance = 1e-9;
/// Differences this small beside the impurity of the node are rounding.
constexpr double rounding = 1e-12;

constexpr double no_proxy = -std::numeric_limits<double>::infinity();

/// When two proxies of one node count as equal.
struct Ties {
  double undivided;  ///< proxy of the node itself
  double noise;      ///< rounding, in units of the proxy
  /// Where weights are so far apart that rounding may exceed the noise: how far a proxy may be off.
  double slack = 0;

  Ties(double node_proxy, double mass) : undivided(node_proxy), noise(rounding * mass) {}

  double tolerance(double best) const {
    const double gain = best - undivided;
    return relative_tolerance * (gain < 0 ? -gain : gain) + noise;
  }
  /// What a proxy must reach to be, perhaps, an equal of the best.
  double floor(double best) const { return best - tolerance(best) - slack; }
  /// Whether that is not certain.
  bool is_vague(double best, double other) const {
    return slack > 0 && std::abs(best - other - tolerance(best)) <= slack;
  }
};

/// Where a split was found.
struct SplitPlace {
  bool is_presence = false;  ///< the question whether a value is known
  std::uint32_t number = 0;  ///< of a grouping of categories; of entries before a cut in a list
  std::uint8_t variant = 0;  ///< the branch that missing values go to, where there are some

  auto operator<=>(const SplitPlace&) const = default;
};

/// The best cut seen so far; among equals the one that comes first in `order`.
///
/// `floor` is what a proxy must reach to matter at all, so that scans test one number.
template <class Place>
struct Best {
  double proxy = no_proxy;
  double floor = no_proxy;
  bool is_tie = false;
  bool is_vague = false;  ///< whether rounding may have made it the best
  Place place{};
  std::vector<std::pair<double, Place>> offers;  ///< all of them, where ties have a slack

  bool is_found() const { return proxy != no_proxy; }

  /// Call with value >= floor; true if the place was taken.
  bool offer(double value, const Place& where, const Ties& ties) {
    if (ties.slack > 0) return note(value, where, ties);
    if (proxy == no_proxy || value > proxy + ties.tolerance(proxy)) {
      proxy = value;
      floor = ties.floor(value);
      is_tie = false;
      place = where;
      return true;
    }
    is_tie = true;
    if (value > proxy) {
      proxy = value;
      floor = ties.floor(value);
    }
    if (!(where < place)) return false;
    place = where;
    return true;
  }

  /// Puts an offer off until the best is known: many that nearly tie, each a little better than
  /// the one before, would lead to another choice.
  bool note(double value, const Place& where, const Ties& ties) {
    offers.emplace_back(value, where);
    if (proxy == no_proxy || value > proxy) {
      proxy = value;
      floor = ties.floor(value);
    }
    return true;
  }

  /// Chooses among the offers that were put off, and says which it was.
  std::size_t settle(const Ties& ties) {
    const double best = proxy, least = best - ties.tolerance(best);
    std::size_t chosen = offers.size(), n_equal = 0, n_best = 0;
    for (std::size_t i = 0; i < offers.size(); ++i) {
      const auto& [value, where] = offers[i];
      const bool is_first_best = value == best && n_best++ == 0;
      is_vague |= !is_first_best && ties.is_vague(best, value);
      if (value < least) continue;
      ++n_equal;
      if (chosen == offers.size() || where < offers[chosen].second) chosen = i;
    }
    proxy = offers[chosen].first;
    place = offers[chosen].second;
    is_tie = n_equal > 1;
    offers.clear();
    return chosen;
  }
};

}  // namespace arboretum::fast
