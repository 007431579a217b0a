#pragma once

#include <cstdint>
#include <limits>

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

  Ties(double node_proxy, double mass) : undivided(node_proxy), noise(rounding * mass) {}

  double tolerance(double best) const {
    const double gain = best - undivided;
    return relative_tolerance * (gain < 0 ? -gain : gain) + noise;
  }
};

/// The best cut seen so far; among equals the one that comes first in `order`.
///
/// `floor` is what a proxy must reach to matter at all, so that scans test one number.
template <class Place>
struct Best {
  double proxy = no_proxy;
  double floor = no_proxy;
  bool is_tie = false;
  Place place{};

  bool is_found() const { return proxy != no_proxy; }

  /// Call with value >= floor; true if the place was taken.
  bool offer(double value, const Place& where, const Ties& ties) {
    if (proxy == no_proxy || value > proxy + ties.tolerance(proxy)) {
      proxy = value;
      floor = value - ties.tolerance(value);
      is_tie = false;
      place = where;
      return true;
    }
    is_tie = true;
    if (value > proxy) {
      proxy = value;
      floor = value - ties.tolerance(value);
    }
    if (!(where < place)) return false;
    place = where;
    return true;
  }
};

}  // namespace arboretum::fast
