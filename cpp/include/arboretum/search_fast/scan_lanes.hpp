#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/search_fast/scan.hpp"

/// The largest proxies of several sorted lists of one node, found side by side.
///
/// All lists hold the same samples, none of them missing, in different orders: what depends on
/// the number of samples alone is worked out once for all of them.  The numbers are those of
/// `Scan`, bit for bit, so that a cut can be located later in one list alone.

namespace arboretum::fast {

/// Cuts after entry i compete where first <= i < last.
struct CutRange {
  std::uint32_t first, last;
};

/// As many lists as there are lanes; a list may stand in several.
using ListLanes = std::array<const std::uint32_t*, n_lanes>;
using LaneProxies = std::array<double, n_lanes>;
/// One entry of each list.
using LaneEntries = std::array<std::uint32_t, n_lanes>;

/// What an array has for the samples of some entries.
template <class Numbers, class T>
[[gnu::always_inline]] inline Numbers gather(const T* of_id, const LaneEntries& entry) {
  Numbers found;
  for (std::size_t l = 0; l < n_lanes; ++l) found[l] = of_id[id_of(entry[l])];
  return found;
}

/// Walks down all lists at once: tells `step` the ids at each position, and keeps the largest
/// of the proxies it returns where the rank changes and the cut competes.
template <class Step>
[[gnu::always_inline]] inline void walk(const ListLanes& lists, CutRange range, LaneProxies& most,
                                        Step step) {
  constexpr double none = -std::numeric_limits<double>::infinity();
  Doubles largest{};
  largest += none;
  LaneEntries entry{};
  Ints current{}, next{};
  for (std::size_t l = 0; l < n_lanes; ++l) {
    entry[l] = lists[l][0];
    current[l] = static_cast<std::int32_t>(entry[l]);
  }
  for (std::uint32_t i = 0; i < range.last; ++i) {
    const Doubles proxy = step(i, entry);
    for (std::size_t l = 0; l < n_lanes; ++l) {
      entry[l] = lists[l][i + 1];
      next[l] = static_cast<std::int32_t>(entry[l]);
    }
    if (i >= range.first) {
      const Longs is_cut = __builtin_convertvector(((current ^ next) & ~0xffff) != 0, Longs);
      largest = (is_cut & (proxy > largest)) ? proxy : largest;
    }
    current = next;
  }
  for (std::size_t l = 0; l < n_lanes; ++l) most[l] = largest[l];
}

/// Of one node after another: `prepare` says whether lists of a node can be scanned this way.
template <class Targets, class Criterion>
class LaneScan {
 public:
  explicit LaneScan(std::size_t) {}

  bool prepare(const double*) { return false; }
  void run(const ListLanes&, const ListView<typename Targets::Mark>&, CutRange, LaneProxies&) {}
};

template <>
class LaneScan<Counts, Gini> {
 public:
  explicit LaneScan(const Gini& criterion)
      : n_classes_(criterion.n_classes()),
        multipliers_(criterion.multipliers()),
        shift_of_(n_classes_) {}

  bool prepare(const double* total) {
    n_present_ = 0;
    for (std::size_t k = 0; k < n_classes_; ++k)
      if (total[k] > 0) {
        ++n_present_;
        other_ = last_;
        last_ = k;
      }
    if (n_present_ <= 2) return n_present_ == 2;
    if (multipliers_.are_given()) return n_present_ <= max_altered;
    if (n_present_ > 64) return false;
    const std::size_t n_bits = 64 / n_present_;
    if (total[n_classes_] >= std::exp2(n_bits)) return false;
    mask_ = (std::int64_t{1} << n_bits) - 1;
    std::size_t next = 0;
    for (std::size_t k = 0; k < n_classes_; ++k)
      if (total[k] > 0) shift_of_[k] = n_bits * next++;
    return true;
  }

  void run(const ListLanes& lists, const ListView<Counts::Mark>& node, CutRange range,
           LaneProxies& most) {
    if (multipliers_.are_given())
      with_simd([&]() __attribute__((always_inline)) {
        n_present_ == 2 ? altered_pair(lists, node, range, most)
                        : altered_few(lists, node, range, most);
      });
    else if (n_present_ == 2)
      with_simd([&]() __attribute__((always_inline)) { two_classes(lists, node, range, most); });
    else
      with_simd([&]() __attribute__((always_inline)) { few_samples(lists, node, range, most); });
  }

 private:
  /// Of two classes, where `proxy(n, ones)` is that of n samples, so many of them of one class.
  template <class Proxy>
  [[gnu::always_inline]] inline void count_ones(const ListLanes& lists, const Counts::Mark* marks,
                                                CutRange range, LaneProxies& most,
                                                const Proxy& proxy) {
    const auto wanted = static_cast<std::int32_t>(last_);
    Ints ones{};
    walk(lists, range, most,
         [&](std::uint32_t i, const LaneEntries& entry) __attribute__((always_inline)) {
           ones -= gather<Ints>(marks, entry) == wanted;  // true is -1
           return proxy(i + 1, __builtin_convertvector(ones, Doubles));
         });
  }

  [[gnu::always_inline]] inline void two_classes(const ListLanes& lists,
                                                 const ListView<Counts::Mark>& node, CutRange range,
                                                 LaneProxies& most) {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(node.total[n_classes_]);
    const double share = node.total[last_] / node.total[n_classes_];
    count_ones(lists, node.marks, range, most,
               [=](std::uint32_t n_left, Doubles ones) __attribute__((always_inline)) {
                 const Doubles d = ones - as_double(n_left) * share;
                 return 2 * d * d * (inverse[n_left] + inverse[n - n_left]);
               });
  }

  [[gnu::always_inline]] inline void altered_pair(const ListLanes& lists,
                                                  const ListView<Counts::Mark>& node,
                                                  CutRange range, LaneProxies& most) {
    const AlteredPair pair(multipliers_, node.total, last_, other_);
    count_ones(lists, node.marks, range, most,
               [&](std::uint32_t n_left, Doubles ones) __attribute__((always_inline)) {
                 const Doubles others = as_double(n_left) - ones;
                 return pair.proxy(others, ones);
               });
  }

  /// As `DeviationScan`, of the classes that are there.
  [[gnu::always_inline]] inline void altered_few(const ListLanes& lists,
                                                 const ListView<Counts::Mark>& node, CutRange range,
                                                 LaneProxies& most) {
    std::array<std::int32_t, max_altered> cls{};
    std::array<double, max_altered> share{};
    double weight = 0;
    for (std::size_t k = 0, next = 0; k < n_classes_; ++k) {
      weight += multipliers_[k] * node.total[k];
      if (node.total[k] > 0) cls[next++] = static_cast<std::int32_t>(k);
    }
    for (std::size_t p = 0; p < n_present_; ++p)
      share[p] = multipliers_[cls[p]] * node.total[cls[p]] / weight;
    const std::size_t n_present = n_present_;
    const Counts::Mark* marks = node.marks;
    const Multipliers multipliers = multipliers_;
    std::array<Doubles, max_altered> left_of{};
    Doubles left{};
    walk(lists, range, most,
         [&](std::uint32_t, const LaneEntries& entry) __attribute__((always_inline)) {
           const Ints mark = gather<Ints>(marks, entry);
           Doubles w, squares{};
           for (std::size_t l = 0; l < n_lanes; ++l) w[l] = multipliers[mark[l]];
           left += w;
           for (std::size_t p = 0; p < n_present; ++p) {
             const Longs is_there = __builtin_convertvector(mark == cls[p], Longs);
             left_of[p] += is_there ? w : Doubles{};
             const Doubles d = left_of[p] - left * share[p];
             squares += d * d;
           }
           return squares * (weight / (left * (weight - left)));
         });
  }

  /// The counts of all classes that are there fit into one register.
  [[gnu::always_inline]] inline void few_samples(const ListLanes& lists,
                                                 const ListView<Counts::Mark>& node, CutRange range,
                                                 LaneProxies& most) {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(node.total[n_classes_]);
    const Counts::Mark* marks = node.marks;
    const std::uint64_t* shift_of = shift_of_.data();
    const std::int64_t mask = mask_;
    std::uint64_t all = 0;
    double squares = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      if (node.total[k] > 0) all |= static_cast<std::uint64_t>(node.total[k]) << shift_of[k];
      squares += node.total[k] * node.total[k];
    }
    const double undivided = squares * inverse[n];
    Words left{}, right{};
    right += all;
    Doubles left_squares{}, right_squares{};
    right_squares += squares;
    walk(lists, range, most,
         [&](std::uint32_t i, const LaneEntries& entry) __attribute__((always_inline)) {
           Words shift;
           for (std::size_t l = 0; l < n_lanes; ++l) shift[l] = shift_of[marks[id_of(entry[l])]];
           const Longs a = reinterpret_cast<Longs>(left >> shift) & mask;
           const Longs b = reinterpret_cast<Longs>(right >> shift) & mask;
           left_squares += __builtin_convertvector(2 * a + 1, Doubles);
           right_squares -= __builtin_convertvector(2 * b - 1, Doubles);
           const Words sample = (shift - shift + 1) << shift;
           left += sample;
           right -= sample;
           const std::uint32_t n_left = i + 1;
           return left_squares * inverse[n_left] + right_squares * inverse[n - n_left] - undivided;
         });
  }

  /// By way of a signed number, from which it is made in one step.
  static double as_double(std::uint32_t n) {
    return static_cast<double>(static_cast<std::int32_t>(n));
  }

  /// Classes whose altered weights are kept side by side.
  static constexpr std::size_t max_altered = 8;

  std::size_t n_classes_;
  Multipliers multipliers_;
  std::size_t n_present_ = 0, last_ = 0, other_ = 0;  ///< classes that are there; the last two
  std::int64_t mask_ = 0;                             ///< of one count
  std::vector<std::uint64_t> shift_of_;
};

template <class Number>
class LaneScan<MomentsOf<Number>, Variance> {
 public:
  explicit LaneScan(std::size_t) {}

  bool prepare(const double*) { return true; }
  void run(const ListLanes& lists, const ListView<double>& node, CutRange range,
           LaneProxies& most) {
    with_simd([&]() __attribute__((always_inline)) {
      node.weights == nullptr ? plain(lists, node, range, most)
                              : weighted(lists, node, range, most);
    });
  }

 private:
  [[gnu::always_inline]] static inline void plain(const ListLanes& lists,
                                                  const ListView<double>& node, CutRange range,
                                                  LaneProxies& most) {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(node.total[0]);
    const double mean = node.total[1] / node.total[0];
    const double* marks = node.marks;
    Doubles d{};
    walk(lists, range, most,
         [&](std::uint32_t i, const LaneEntries& entry) __attribute__((always_inline)) {
           d += gather<Doubles>(marks, entry) - mean;
           const std::uint32_t n_left = i + 1;
           return d * d * (inverse[n_left] + inverse[n - n_left]);
         });
  }

  [[gnu::always_inline]] static inline void weighted(const ListLanes& lists,
                                                     const ListView<double>& node, CutRange range,
                                                     LaneProxies& most) {
    const double weight = node.total[0];
    const double mean = node.total[1] / weight;
    const double *marks = node.marks, *weights = node.weights;
    Doubles d{}, left{};
    walk(lists, range, most,
         [&](std::uint32_t, const LaneEntries& entry) __attribute__((always_inline)) {
           const Doubles w = gather<Doubles>(weights, entry);
           d += w * (gather<Doubles>(marks, entry) - mean);
           left += w;
           return d * d * (weight / (left * (weight - left)));
         });
  }
};

/// Two classes of weighted samples; more are scanned list by list.
template <>
class LaneScan<Weights, Gini> {
 public:
  explicit LaneScan(const Gini& criterion) : criterion_(criterion) {}

  bool prepare(const double*) const { return criterion_.n_classes() == 2; }
  void run(const ListLanes& lists, const ListView<Weights::Mark>& node, CutRange range,
           LaneProxies& most) {
    with_simd([&]() __attribute__((always_inline)) {
      criterion_.multipliers().are_given() ? two_classes<true>(lists, node, range, most)
                                           : two_classes<false>(lists, node, range, most);
    });
  }

 private:
  template <bool are_altered>
  [[gnu::always_inline]] inline void two_classes(const ListLanes& lists,
                                                 const ListView<Weights::Mark>& node,
                                                 CutRange range, LaneProxies& most) const {
    const double weight = criterion_.altered_weight(node.total);
    const double m_0 = criterion_.multipliers()[0], m_1 = criterion_.multipliers()[1];
    const double share_0 = m_0 * node.total[0] / weight, share_1 = m_1 * node.total[1] / weight;
    const Weights::Mark* marks = node.marks;
    const double* weights = node.weights;
    Doubles left_0{}, left_1{}, left{};
    walk(lists, range, most,
         [&](std::uint32_t, const LaneEntries& entry) __attribute__((always_inline)) {
           Doubles w = gather<Doubles>(weights, entry), w_1;
           for (std::size_t l = 0; l < n_lanes; ++l)
             w_1[l] = marks[id_of(entry[l])] == 1 ? w[l] : 0.0;
           if constexpr (are_altered) {
             w = (w - w_1) * m_0 + w_1 * m_1;
             w_1 *= m_1;
           }
           left_0 += w - w_1;
           left_1 += w_1;
           left += w;
           const Doubles d_0 = left_0 - left * share_0, d_1 = left_1 - left * share_1;
           return (d_0 * d_0 + d_1 * d_1) * (weight / (left * (weight - left)));
         });
  }

  const Gini& criterion_;
};

}  // namespace arboretum::fast
