#include "arboretum/statistics/value_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/merging.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum {
namespace {

/// Ratios are quotients of sums; a rise of no more than this part of one is rounding.
constexpr double kRounding = 1e-9;

double bits_of(double weight) { return weight > 0.0 ? weight * std::log2(weight) : 0.0; }

/// Groups of bins with what their division tells and costs, in bits of all samples.
///
/// With f(w) = w log2 w, a group of class weights c and weight w leaves f(w) - sum f(c) bits of
/// its classes unsaid and takes f(w) off the bits that name the groups.
class Merger {
 public:
  Merger(std::span<const double> table, std::size_t width, double missing, bool is_charged)
      : width_(width),
        is_charged_(is_charged),
        sums_(table.begin(), table.end()),
        group_of_bin_(table.size() / width) {
    std::vector<double> whole(width, 0.0);
    double weight = missing;
    for (std::size_t i = 0; i < table.size(); ++i) whole[i % width] += table[i];
    gain_ = unsaid(whole.data());
    for (std::size_t group = 0; group < n_bins(); ++group) {
      alive_.push_back(group);
      group_of_bin_[group] = static_cast<std::int32_t>(group);
      unsaid_.push_back(unsaid(classes(group)));
      weights_.push_back(weight_of(classes(group)));
      weight += weights_[group];
      gain_ -= unsaid_[group];
      cost_ -= bits_of(weights_[group]);
    }
    cost_ += bits_of(weight) - bits_of(missing);
    gain_at_first_ = std::abs(gain_);
    lost_.resize(n_bins() * n_bins());
    for (std::size_t a = 0; a < n_bins(); ++a)
      for (std::size_t b = a + 1; b < n_bins(); ++b) measure(a, b);
  }

  void merge_while_better() {
    while (alive_.size() > 2 && merge_best_pair()) {
    }
  }

  std::vector<std::int32_t> labels() const {
    std::vector<std::int32_t> number(n_bins(), -1), labels;
    std::int32_t next = 0;
    for (const std::int32_t group : group_of_bin_) {
      if (number[group] < 0) number[group] = next++;
      labels.push_back(number[group]);
    }
    return labels;
  }

 private:
  std::size_t n_bins() const { return group_of_bin_.size(); }
  double* classes(std::size_t group) { return sums_.data() + group * width_; }
  double weight_of(const double* classes) const { return pairwise_sum(classes, width_); }

  double unsaid(const double* classes) const {
    double bits = bits_of(weight_of(classes));
    for (std::size_t k = 0; k < width_; ++k) bits -= bits_of(classes[k]);
    return bits;
  }

  /// Works out what merging two groups loses of the gain.
  void measure(std::size_t a, std::size_t b) {
    std::vector<double> both(width_);
    for (std::size_t k = 0; k < width_; ++k) both[k] = classes(a)[k] + classes(b)[k];
    lost_[a * n_bins() + b] = unsaid(both.data()) - unsaid_[a] - unsaid_[b];
  }

  double saved(std::size_t a, std::size_t b) const {
    return bits_of(weights_[a] + weights_[b]) - bits_of(weights_[a]) - bits_of(weights_[b]);
  }

  static double ratio(double gain, double cost) { return cost > 0.0 ? gain / cost : 0.0; }

  /// What so many groups gain, less the bits that name them among all such divisions.
  double net(double gain, std::size_t n_groups) const {
    if (!is_charged_) return gain;
    return gain - log_divisions(n_bins(), n_groups) * std::numbers::ln10 / std::numbers::ln2;
  }

  double ratio_without(std::size_t a, std::size_t b) const {
    const double gain = gain_ - lost_[a * n_bins() + b];
    return ratio(net(gain, alive_.size() - 1), cost_ - saved(a, b));
  }

  bool merge_best_pair() {
    const double now = ratio(net(gain_, alive_.size()), cost_);
    const auto [first, second] = is_charged_ ? cheapest_pair() : best_pair(now);
    if (second == 0) return false;  // no merger is better than none
    if (is_charged_ && !is_above(ratio_without(alive_[first], alive_[second]), now)) return false;
    merge(first, second);
    return true;
  }

  static bool is_above(double ratio, double other) {
    return ratio > other + kRounding * std::abs(other);
  }

  /// The first pair of the highest ratio, if that is above `now`; else nought and nought.
  std::pair<std::size_t, std::size_t> best_pair(double now) const {
    std::pair<std::size_t, std::size_t> found{0, 0};
    for (std::size_t i = 0; i + 1 < alive_.size(); ++i)
      for (std::size_t j = i + 1; j < alive_.size(); ++j) {
        const double merged = ratio_without(alive_[i], alive_[j]);
        if (!is_above(merged, now)) continue;
        now = merged;
        found = {i, j};
      }
    return found;
  }

  /// The first pair whose merger loses least of the gain.
  std::pair<std::size_t, std::size_t> cheapest_pair() const {
    std::pair<std::size_t, std::size_t> found{0, 1};
    double least = lost_[alive_[0] * n_bins() + alive_[1]];
    for (std::size_t i = 0; i + 1 < alive_.size(); ++i)
      for (std::size_t j = i + 1; j < alive_.size(); ++j) {
        const double lost = lost_[alive_[i] * n_bins() + alive_[j]];
        if (!(lost < least - kRounding * gain_at_first_)) continue;
        least = lost;
        found = {i, j};
      }
    return found;
  }

  void merge(std::size_t first, std::size_t second) {
    const std::size_t a = alive_[first], b = alive_[second];
    gain_ -= lost_[a * n_bins() + b];
    cost_ -= saved(a, b);
    for (std::size_t k = 0; k < width_; ++k) classes(a)[k] += classes(b)[k];
    unsaid_[a] = unsaid(classes(a));
    weights_[a] = weight_of(classes(a));
    for (std::int32_t& group : group_of_bin_)
      if (group == static_cast<std::int32_t>(b)) group = static_cast<std::int32_t>(a);
    alive_.erase(alive_.begin() + static_cast<std::ptrdiff_t>(second));
    for (const std::size_t other : alive_)
      if (other != a) measure(std::min(a, other), std::max(a, other));
  }

  std::size_t width_;
  bool is_charged_;
  std::vector<double> sums_;  ///< class weights of each group
  std::vector<std::int32_t> group_of_bin_;
  std::vector<std::size_t> alive_;  ///< groups, ascending; a group is named by its first bin
  std::vector<double> unsaid_;
  std::vector<double> weights_;
  std::vector<double> lost_;  ///< of the gain by merging a and b, at a * n_bins + b
  double gain_ = 0.0;
  double gain_at_first_ = 0.0;
  double cost_ = 0.0;
};

}  // namespace

double log_divisions(std::size_t n_bins, std::size_t n_groups) {
  return log_trials(n_bins, n_groups, {.is_ordered = false, .has_missing = false}, false);
}

std::vector<std::int32_t> value_groups(std::span<const double> table, std::size_t width,
                                       double missing, bool is_charged) {
  if (width == 0 || table.size() % width != 0) refuse("table has rows of different lengths");
  Merger merger(table, width, missing, is_charged);
  merger.merge_while_better();
  return merger.labels();
}

}  // namespace arboretum
