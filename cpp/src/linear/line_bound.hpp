#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "fit_sums.hpp"
#include "node_sums.hpp"

namespace arboretum::linear {

/// The most that lines can save in a branch that has the rows of another, and some more.
///
/// Of the rows of a branch let s be the sum of w t, of the targets, and u that of w t x, of a term.
/// The line of that term leaves, exactly,
///
///     sum of w t^2 - s^2 / W - (u - s m)^2 / (V + ridge)
///
/// with W the weight, m the mean of the term and V its squares about the mean.  With s and u of
/// the branch but W, m and V of fewer of its rows, more is taken away.
class LineBound {
 public:
  explicit LineBound(const SingleSums& layout)
      : layout_(layout),
        product_(layout.n_values()),
        mean_(layout.n_values()),
        inverse_(layout.n_values()) {}

  /// Takes the sums of the fewest rows that the branch may have, which it then has, and of the
  /// most; false where they bound nothing.
  bool aim(const double* fewest, const double* most) {
    weight_ = layout_.weight(fewest);
    target_ = layout_.target(fewest);
    if (!(weight_ > kTiny)) return false;
    std::copy_n(layout_.products(fewest), layout_.n_values(), product_.data());
    for (std::size_t k = 0; k < layout_.n_values(); ++k) {
      const double squares = layout_.squares_of_terms(fewest)[k];
      const double about_mean = squares_about_mean(fewest, k);
      mean_[k] = layout_.ones(fewest)[k] / weight_;
      inverse_[k] = 0.0;
      // A term that does not vary in the most rows is passed over in all.
      if (!(squares_about_mean(most, k) > kConstant / 2.0 * squares)) continue;
      if (!(about_mean > std::max(kFewDigits * squares, kTiny))) return false;
      inverse_[k] = 1.0 / (about_mean + layout_.ridge());
    }
    return true;
  }

  template <class Doubles>
  void add(const WeighedRow<Doubles>& row) {
    target_ += row.weight * row.target;
    for (std::size_t k = 0; k < layout_.n_values(); k += n_lanes)
      store(Doubles::load(product_.data() + k) + row.target * Doubles::load(row.terms + k),
            product_.data() + k);
  }

  template <class Doubles>
  double saved_at_most() const {
    Doubles most = {};
    for (std::size_t k = 0; k < layout_.n_values(); k += n_lanes) {
      const Doubles away =
          Doubles::load(product_.data() + k) - target_ * Doubles::load(mean_.data() + k);
      most = Doubles::each([](auto x, auto y) { return x < y ? y : x; }, most,
                           away * Doubles::load(inverse_.data() + k) * away);
    }
    double by_line = most[0];
    for (std::size_t lane = 1; lane < n_lanes; ++lane) by_line = std::max(by_line, most[lane]);
    return kSafely * (target_ / weight_ * target_ + by_line);
  }

 private:
  /// What is saved is worked out to more digits than this.
  static constexpr double kSafely = 1.0 + 1e-7;
  /// A term that varies by a smaller share of its squares has too few digits left.
  static constexpr double kFewDigits = 1e-6;
  /// The inverse of what is smaller may be no number.
  static constexpr double kTiny = std::numeric_limits<double>::min();

  double squares_about_mean(const double* sums, std::size_t k) const {
    const double ones = layout_.ones(sums)[k];
    return layout_.squares_of_terms(sums)[k] - ones * ones / layout_.weight(sums);
  }

  const SingleSums& layout_;
  double weight_ = 0.0;
  double target_ = 0.0;  ///< s
  Room product_;         ///< u of each term
  Room mean_;
  Room inverse_;
};

}  // namespace arboretum::linear
