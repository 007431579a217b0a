#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/search_fast/criterion.hpp"
#include "arboretum/search_fast/list_view.hpp"
#include "arboretum/search_fast/targets.hpp"
#include "arboretum/search_fast/weight_scan.hpp"

/// The proxies of all cuts of one sorted list.
///
/// An entry is (rank << 16 | id); there is a cut after entry i where the next one has another
/// rank.  `before` are the totals that lie in the first branch from the start, `total` those of
/// the node.  `keep(i, proxy)` is told every proxy, of places that are no cuts too; state lives
/// in registers, for these loops are where the time goes.

namespace arboretum::fast {

template <class Targets, class Criterion>
class Scan;

template <>
class Scan<Counts, Gini> {
 public:
  explicit Scan(const Gini& criterion)
      : n_classes_(criterion.n_classes()),
        multipliers_(criterion.multipliers()),
        altered_(criterion),
        left_(n_classes_),
        total_(n_classes_) {}

  template <class Keep>
  Keep run(const ListView<Counts::Mark>& list, Keep keep) {
    if (n_classes_ == 2 && !multipliers_.are_given()) return two_classes(list, 1, keep);
    std::size_t n_present = 0, last = 0, other = 0;
    for (std::size_t k = 0; k < n_classes_; ++k)
      if (list.total[k] > 0) {
        ++n_present;
        other = last;
        last = k;
      }
    if (multipliers_.are_given()) {
      if (n_present == 2) return altered_pair(list, last, other, keep);
      return altered_.run(
          list, [&](std::uint32_t id) { return multipliers_[list.marks[id]]; }, keep);
    }
    if (n_present == 2) return two_classes(list, last, keep);
    if (n_classes_ <= 8 && list.total[n_classes_] <= 255) return few_samples(list, keep);
    return many_classes(list, keep);
  }

 private:
  /// Where only two classes are left, both deviate alike from their share:
  /// 2 D^2 (1/n_L + 1/n_R).
  template <class Keep>
  Keep two_classes(const ListView<Counts::Mark>& list, std::size_t one, Keep keep) const {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(list.total[n_classes_]);
    const auto first = static_cast<std::uint32_t>(list.before[n_classes_]);
    const double share = list.total[one] / list.total[n_classes_];
    auto ones = static_cast<std::int32_t>(list.before[one]);
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      ones += list.marks[id_of(list.entries[i])] == one;
      const std::uint32_t n_left = first + i + 1;
      const double d = ones - static_cast<double>(static_cast<std::int32_t>(n_left)) * share;
      keep(i, 2 * d * d * (inverse[n_left] + inverse[n - n_left]));
    }
    return keep;
  }

  template <class Keep>
  Keep altered_pair(const ListView<Counts::Mark>& list, std::size_t one, std::size_t other,
                    Keep keep) const {
    const AlteredPair pair(multipliers_, list.total, one, other);
    double l_1 = list.before[one], l_0 = list.before[other];
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const bool is_one = list.marks[id_of(list.entries[i])] == one;
      l_1 += is_one ? 1.0 : 0.0;
      l_0 += is_one ? 0.0 : 1.0;
      keep(i, pair.proxy(l_0, l_1));
    }
    return keep;
  }

  /// Up to eight counts below 256 fit into one register, a byte each.
  template <class Keep>
  Keep few_samples(const ListView<Counts::Mark>& list, Keep keep) const {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(list.total[n_classes_]);
    const auto first = static_cast<std::uint32_t>(list.before[n_classes_]);
    std::uint64_t left = 0, right = 0;
    std::int32_t left_squares = 0, right_squares = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      const auto a = static_cast<std::int32_t>(list.before[k]);
      const auto b = static_cast<std::int32_t>(list.total[k]) - a;
      left |= static_cast<std::uint64_t>(a) << (8 * k);
      right |= static_cast<std::uint64_t>(b) << (8 * k);
      left_squares += a * a;
      right_squares += b * b;
    }
    const double undivided = sum_of_squares(list.total) * inverse[n];
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t shift = 8u * list.marks[id_of(list.entries[i])];
      left_squares += 2 * static_cast<std::int32_t>((left >> shift) & 255) + 1;
      right_squares -= 2 * static_cast<std::int32_t>((right >> shift) & 255) - 1;
      left += std::uint64_t{1} << shift;
      right -= std::uint64_t{1} << shift;
      const std::uint32_t n_left = first + i + 1;
      keep(i, left_squares * inverse[n_left] + right_squares * inverse[n - n_left] - undivided);
    }
    return keep;
  }

  template <class Keep>
  Keep many_classes(const ListView<Counts::Mark>& list, Keep keep) {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(list.total[n_classes_]);
    const auto first = static_cast<std::uint32_t>(list.before[n_classes_]);
    std::int32_t *left = left_.data(), *total = total_.data();
    std::int64_t left_squares = 0, right_squares = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      left[k] = static_cast<std::int32_t>(list.before[k]);
      total[k] = static_cast<std::int32_t>(list.total[k]);
      const std::int64_t right = total[k] - left[k];
      left_squares += std::int64_t{left[k]} * left[k];
      right_squares += right * right;
    }
    const double undivided = sum_of_squares(list.total) * inverse[n];
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t cls = list.marks[id_of(list.entries[i])];
      const std::int32_t a = left[cls], b = total[cls] - a;
      left[cls] = a + 1;
      left_squares += 2 * a + 1;
      right_squares -= 2 * b - 1;
      const std::uint32_t n_left = first + i + 1;
      keep(i, static_cast<double>(left_squares) * inverse[n_left] +
                  static_cast<double>(right_squares) * inverse[n - n_left] - undivided);
    }
    return keep;
  }

  double sum_of_squares(const double* totals) const {
    double sum = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) sum += totals[k] * totals[k];
    return sum;
  }

  std::size_t n_classes_;
  Multipliers multipliers_;
  DeviationScan altered_;
  std::vector<std::int32_t> left_, total_;
};

template <>
class Scan<Counts, Entropy> {
 public:
  explicit Scan(const Entropy& criterion)
      : n_classes_(criterion.n_classes()),
        multipliers_(criterion.multipliers()),
        altered_(criterion),
        left_(n_classes_),
        total_(n_classes_) {}

  template <class Keep>
  Keep run(const ListView<Counts::Mark>& list, Keep keep) {
    if (multipliers_.are_given())
      return altered_.run(
          list, [&](std::uint32_t id) { return multipliers_[list.marks[id]]; }, keep);
    const auto n = static_cast<std::uint32_t>(list.total[n_classes_]);
    const auto first = static_cast<std::uint32_t>(list.before[n_classes_]);
    fill_table(n);
    const double* bits_of = table_.data();
    double bits = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      left_[k] = static_cast<std::int32_t>(list.before[k]);
      total_[k] = static_cast<std::int32_t>(list.total[k]);
      bits += bits_of[left_[k]] + bits_of[total_[k] - left_[k]];
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t cls = list.marks[id_of(list.entries[i])];
      const std::int32_t a = left_[cls], b = total_[cls] - a;
      left_[cls] = a + 1;
      bits += (bits_of[a + 1] - bits_of[a]) + (bits_of[b - 1] - bits_of[b]);
      const std::uint32_t n_left = first + i + 1;
      keep(i, bits - bits_of[n_left] - bits_of[n - n_left]);
    }
    return keep;
  }

 private:
  void fill_table(std::uint32_t n) {
    for (std::size_t i = table_.size(); i <= n; ++i)
      table_.push_back(times_log2(static_cast<double>(i)));
  }

  std::size_t n_classes_;
  Multipliers multipliers_;
  BitScan altered_;
  std::vector<std::int32_t> left_, total_;
  std::vector<double> table_;  ///< i log2 i
};

/// Weighted classes, by any criterion with a scan of weights.
template <class WeightScan, class Criterion>
class ScanOfWeights {
 public:
  explicit ScanOfWeights(const Criterion& criterion)
      : multipliers_(criterion.multipliers()), scan_(criterion) {}

  template <class Keep>
  Keep run(const ListView<Weights::Mark>& list, Keep keep) {
    if (!multipliers_.are_given())
      return scan_.run(
          list, [weights = list.weights](std::uint32_t id) { return weights[id]; }, keep);
    return scan_.run(
        list, [&](std::uint32_t id) { return multipliers_[list.marks[id]] * list.weights[id]; },
        keep);
  }

 private:
  Multipliers multipliers_;
  WeightScan scan_;
};

template <>
class Scan<Weights, Gini> : public ScanOfWeights<DeviationScan, Gini> {
  using ScanOfWeights<DeviationScan, Gini>::ScanOfWeights;
};

template <>
class Scan<Weights, Entropy> : public ScanOfWeights<BitScan, Entropy> {
  using ScanOfWeights<BitScan, Entropy>::ScanOfWeights;
};

template <class Number>
class Scan<MomentsOf<Number>, Variance> {
 public:
  explicit Scan(std::size_t) {}

  template <class Keep>
  Keep run(const ListView<double>& list, Keep keep) const {
    return list.weights == nullptr ? plain(list, keep) : weighted(list, keep);
  }

 private:
  template <class Keep>
  Keep plain(const ListView<double>& list, Keep keep) const {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(list.total[0]);
    const auto first = static_cast<std::uint32_t>(list.before[0]);
    const double mean = list.total[1] / list.total[0];
    double d = list.before[1] - list.before[0] * mean;
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      d += list.marks[id_of(list.entries[i])] - mean;
      const std::uint32_t n_left = first + i + 1;
      keep(i, d * d * (inverse[n_left] + inverse[n - n_left]));
    }
    return keep;
  }

  template <class Keep>
  Keep weighted(const ListView<double>& list, Keep keep) const {
    const double weight = list.total[0];
    const double mean = list.total[1] / weight;
    double d = list.before[1] - list.before[0] * mean;
    double left = list.before[0];
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t id = id_of(list.entries[i]);
      d += list.weights[id] * (list.marks[id] - mean);
      left += list.weights[id];
      keep(i, d * d * (weight / (left * (weight - left))));
    }
    return keep;
  }
};

}  // namespace arboretum::fast
