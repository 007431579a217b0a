#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "arboretum/grow/criterion.hpp"
#include "arboretum/grow/targets.hpp"

/// The proxies of all cuts of one sorted list.
///
/// An entry is (rank << 16 | id); there is a cut after entry i where the next one has another
/// rank.  `before` are the totals that lie in the first branch from the start, `total` those of
/// the node.  `keep(i, proxy)` is told every proxy, of places that are no cuts too; state lives
/// in registers, for these loops are where the time goes.

namespace arboretum::grow {

constexpr std::size_t max_list = 32768;

/// 1 / i, because a multiplication is several times as fast as a division.
inline const std::array<double, max_list + 1>& reciprocals() {
  static const auto table = [] {
    std::array<double, max_list + 1> values{};
    for (std::size_t i = 1; i <= max_list; ++i) values[i] = 1.0 / static_cast<double>(i);
    return values;
  }();
  return table;
}

/// Keeps the largest proxy of a cut.
struct KeepMost {
  const std::uint32_t* entries;
  double most = -std::numeric_limits<double>::infinity();

  double operator()(std::uint32_t i, double proxy) {
    const bool is_cut = ((entries[i] ^ entries[i + 1]) >> 16) != 0;
    const double kept = is_cut ? proxy : -std::numeric_limits<double>::infinity();
    most = kept > most ? kept : most;
    return kept;
  }
};

/// The same among n cuts from the first on.
struct KeepMostWithin {
  KeepMost largest;
  std::uint32_t first, n;

  void operator()(std::uint32_t i, double proxy) {
    largest(i, i - first < n ? proxy : -std::numeric_limits<double>::infinity());
  }
};

/// Keeps all of them as well; minus infinity where there is no cut.
struct KeepAll {
  KeepMost largest;
  double* proxies;

  KeepAll(const std::uint32_t* entries, double* all) : largest{entries}, proxies(all) {}

  void operator()(std::uint32_t i, double proxy) { proxies[i] = largest(i, proxy); }
};

inline std::uint32_t id_of(std::uint32_t entry) { return entry & 0xffff; }
inline std::uint32_t rank_of(std::uint32_t entry) { return entry >> 16; }

/// What a list and its node hold.
template <class Mark>
struct ListView {
  const std::uint32_t* entries;
  std::uint32_t n;  ///< entries with a known value
  const Mark* marks;
  const double* weights;  ///< null if all are 1
  const double* before;
  const double* total;
};

template <class Targets, class Criterion>
class Scan;

/// Two classes that are left at a node where classes are multiplied.
///
/// The deviation of either from its share is m_0 m_1 (l_1 r_0 - l_0 r_1) / w, with l and r counts
/// of samples in the branches, and of whole numbers nothing is lost.
struct AlteredPair {
  double m_0, m_1, n_0, n_1, w, factor;

  AlteredPair(const Multipliers& multipliers, const double* total, std::size_t one,
              std::size_t other)
      : m_0(multipliers[other]),
        m_1(multipliers[one]),
        n_0(total[other]),
        n_1(total[one]),
        w(m_0 * n_0 + m_1 * n_1),
        factor(m_0 * m_1 / w) {}

  /// The proxy where the first branch has so many samples of either class, one number or many.
  template <class Numbers>
  [[gnu::always_inline]] Numbers proxy(Numbers l_0, Numbers l_1) const {
    const Numbers r_0 = n_0 - l_0, r_1 = n_1 - l_1;
    const Numbers d = factor * (l_1 * r_0 - l_0 * r_1);
    return 2 * d * d * (w / ((m_0 * l_0 + m_1 * l_1) * (m_0 * r_0 + m_1 * r_1)));
  }
};

/// The deviation of every class is summed anew at each cut, because what is left of a difference
/// of sums may be nothing but rounding.
template <std::size_t fixed>
class DeviationScan {
 public:
  explicit DeviationScan(const GiniOf<fixed>& criterion)
      : criterion_(criterion), left_(criterion.n_classes()), shares_(criterion.n_classes()) {}

  /// `weight_at(id)` is the weight of a sample, multiplied.
  template <class Mark, class WeightAt, class Keep>
  Keep run(const ListView<Mark>& list, const WeightAt& weight_at, Keep keep) {
    const double weight = criterion_.altered_weight(list.total);
    double left_weight = criterion_.altered_weight(list.before);
    double *left = left_.data(), *shares = shares_.data();
    for (std::size_t k = 0; k < criterion_.n_classes(); ++k) {
      left[k] = criterion_.multipliers()[k] * list.before[k];
      shares[k] = criterion_.multipliers()[k] * list.total[k] / weight;
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t id = id_of(list.entries[i]);
      const double w = weight_at(id);
      left[list.marks[id]] += w;
      left_weight += w;
      double squares = 0;
      for (std::size_t k = 0; k < criterion_.n_classes(); ++k) {
        const double d = left[k] - left_weight * shares[k];
        squares += d * d;
      }
      keep(i, squares * (weight / (left_weight * (weight - left_weight))));
    }
    return keep;
  }

 private:
  const GiniOf<fixed>& criterion_;
  std::vector<double> left_, shares_;
};

template <std::size_t fixed>
class Scan<Counts, GiniOf<fixed>> {
 public:
  explicit Scan(const GiniOf<fixed>& criterion)
      : n_classes_(criterion.n_classes()),
        multipliers_(criterion.multipliers()),
        altered_(criterion),
        left_(n_classes_),
        total_(n_classes_) {}

  template <class Keep>
  Keep run(const ListView<Counts::Mark>& list, Keep keep) {
    if (fixed == 2 && !multipliers_.are_given()) return two_classes(list, 1, keep);
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
  DeviationScan<fixed> altered_;
  std::vector<std::int32_t> left_, total_;
};

/// The bits of every class, which change by one class at each cut.
template <std::size_t fixed>
class BitScan {
 public:
  explicit BitScan(const EntropyOf<fixed>& criterion)
      : multipliers_(criterion.multipliers()),
        left_(criterion.n_classes()),
        right_(criterion.n_classes()) {}

  /// `weight_at(id)` is the weight of a sample, multiplied.
  template <class Mark, class WeightAt, class Keep>
  Keep run(const ListView<Mark>& list, const WeightAt& weight_at, Keep keep) {
    double bits = 0, left_weight = 0, right_weight = 0;
    double *left = left_.data(), *right = right_.data();
    for (std::size_t k = 0; k < left_.size(); ++k) {
      left[k] = multipliers_[k] * list.before[k];
      right[k] = multipliers_[k] * list.total[k] - left[k];
      bits += times_log2(left[k]) + times_log2(right[k]);
      left_weight += left[k];
      right_weight += right[k];
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t id = id_of(list.entries[i]);
      const std::uint32_t cls = list.marks[id];
      const double w = weight_at(id);
      bits -= times_log2(left[cls]) + times_log2(right[cls]);
      left[cls] += w;
      right[cls] -= w;
      bits += times_log2(left[cls]) + times_log2(right[cls]);
      left_weight += w;
      right_weight -= w;
      keep(i, bits - times_log2(left_weight) - times_log2(right_weight));
    }
    return keep;
  }

 private:
  Multipliers multipliers_;
  std::vector<double> left_, right_;
};

template <std::size_t fixed>
class Scan<Counts, EntropyOf<fixed>> {
 public:
  explicit Scan(const EntropyOf<fixed>& criterion)
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
  BitScan<fixed> altered_;
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

template <std::size_t fixed>
class Scan<Weights, GiniOf<fixed>> : public ScanOfWeights<DeviationScan<fixed>, GiniOf<fixed>> {
  using ScanOfWeights<DeviationScan<fixed>, GiniOf<fixed>>::ScanOfWeights;
};

template <std::size_t fixed>
class Scan<Weights, EntropyOf<fixed>> : public ScanOfWeights<BitScan<fixed>, EntropyOf<fixed>> {
  using ScanOfWeights<BitScan<fixed>, EntropyOf<fixed>>::ScanOfWeights;
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

}  // namespace arboretum::grow
