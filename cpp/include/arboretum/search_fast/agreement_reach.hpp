#pragma once

#include <algorithm>

#include "arboretum/core/surrogates.hpp"

namespace arboretum::fast {

/// What cuts along the bins of a feature must agree with a split to be worth a look.
class AgreementReach {
 public:
  /// What rounding may have done to sums, as a share of all weight.
  static constexpr double slack = 2e-9;

  AgreementReach(Agreement& agreement, bool among_both) {
    for (const Agreement::Bin& bin : agreement.bins)
      for (int b = 0; b < 2; ++b) all_[b] += bin.weights[b];
    const double* missing = agreement.missing;
    whole_ = all_[0] + all_[1] + missing[0] + missing[1];
    // No surrogate must agree less than going down the heavier branch does.
    const double heavier = among_both ? std::max(all_[0], all_[1])
                                      : std::max(all_[0] + missing[0], all_[1] + missing[1]);
    floor_ = std::max(heavier, agreement.best_cut().agreeing) - slack * (all_[0] + all_[1]);
  }

  /// Says what share must agree at least.
  void require(double share) {
    floor_ = std::max(floor_, share * whole_ - slack * (all_[0] + all_[1]));
  }

  /// Moves on behind a bin.
  void pass(const Agreement::Bin& bin) {
    for (int b = 0; b < 2; ++b) below_[b] += bin.weights[b];
  }

  /// Whether a cut is worth a look after so much more of either side.
  bool is_reached(double first, double second) const {
    return std::max(direct(first, second), reversed(first, second)) >= floor_;
  }

  /// The share that a cut inside the next bin may agree: with all of one side before the other.
  double inside(const Agreement::Bin& bin) const {
    const double most = std::max(direct(bin.weights[0], 0.0), reversed(0.0, bin.weights[1]));
    return most >= floor_ ? most / whole_ : Agreement::none;
  }

 private:
  double direct(double first, double second) const {
    return below_[0] + first + (all_[1] - below_[1] - second);
  }
  double reversed(double first, double second) const {
    return below_[1] + second + (all_[0] - below_[0] - first);
  }

  double all_[2] = {0, 0};    ///< weights of all bins, by side
  double below_[2] = {0, 0};  ///< of those that were passed
  double whole_ = 0;          ///< with what has no value
  double floor_ = 0;
};

}  // namespace arboretum::fast
