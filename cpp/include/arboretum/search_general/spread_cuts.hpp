#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/search_general/table.hpp"

namespace arboretum::general {

/// What is on both sides of a cut: the weights of two classes, and samples.
struct BothSides {
  std::array<double, 4> weights{};  ///< of both classes before the cut, then after it
  std::array<double, 2> counts{};
  double weight(std::size_t side) const { return weights[2 * side] + weights[2 * side + 1]; }
};

/// The values of a number at some rows, and what is on both sides of every cut between them.
class Sides {
 public:
  /// Reads a table of two classes.
  void read(const Table& table);
  std::span<const std::int32_t> codes() const { return codes_; }
  /// What a cut parts that has so many values before it; it may have none or all.
  const BothSides& after(std::size_t n_values) const { return sides_[n_values]; }
  double missing_count() const { return missing_count_; }

 private:
  std::vector<std::int32_t> codes_;
  std::vector<BothSides> sides_;
  double missing_count_ = 0.0;
};

/// The cuts of a number at a node that has some rows alone and a part of others.
///
/// The others are at its siblings, too, and there may be many of them: a cut is worked out when
/// it is asked for, from what both lists of rows have before it.
class SpreadCuts {
 public:
  void merge(const Sides& alone, const Sides& spread, double part);
  std::size_t n_bins() const { return n_bins_; }
  double missing_count() const {
    return alone_->missing_count() + part_ * spread_->missing_count();
  }
  /// All rows whose value is known, as the first side.
  BothSides known() const { return add(alone_->codes().size(), spread_->codes().size()); }
  /// Cut `i` has i + 1 bins before it; neighbours are quick to find one after another.
  BothSides at(std::size_t cut);
  /// The cuts with enough on both sides: the first, and one past the last.
  std::array<std::size_t, 2> with_enough(double least_weight, double least_samples);

 private:
  BothSides add(std::size_t n_alone, std::size_t n_spread) const;

  const Sides* alone_ = nullptr;
  const Sides* spread_ = nullptr;
  double part_ = 0.0;
  std::size_t n_bins_ = 0;
  std::vector<std::size_t> bin_of_;  ///< that each value of the rows alone is in
  std::vector<std::size_t> n_new_;   ///< values up to each of those that are not spread
  std::size_t n_reached_ = 0;        ///< of those values by the last cut that was asked for
};

inline BothSides SpreadCuts::add(std::size_t n_alone, std::size_t n_spread) const {
  BothSides sides = alone_->after(n_alone);
  const BothSides& others = spread_->after(n_spread);
  for (std::size_t i = 0; i < 4; ++i) sides.weights[i] += part_ * others.weights[i];
  for (std::size_t i = 0; i < 2; ++i) sides.counts[i] += part_ * others.counts[i];
  return sides;
}

inline BothSides SpreadCuts::at(std::size_t cut) {
  while (n_reached_ < bin_of_.size() && bin_of_[n_reached_] <= cut) ++n_reached_;
  while (n_reached_ > 0 && bin_of_[n_reached_ - 1] > cut) --n_reached_;
  const std::size_t n_new = n_reached_ == 0 ? 0 : n_new_[n_reached_ - 1];
  return add(n_reached_, cut + 1 - n_new);
}

/// A candidate that was worth a score.
struct ScoredCut {
  std::size_t cut;
  double score;
};

}  // namespace arboretum::general
