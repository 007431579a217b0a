#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/search_fast/targets.hpp"

namespace arboretum::fast {

/// What the two branches of a split hold, while samples are dealt out to them.
template <class Targets>
class TwoBranches {
 public:
  explicit TwoBranches(const Targets& targets)
      : targets_(targets), stride_(targets.stride()), cells_(2 * stride_, {}) {}

  void add(const typename Targets::Sample& s, bool is_second) {
    targets_.add(&cells_[is_second ? stride_ : 0], s);
  }
  /// Adds what they hold to the totals of either.
  void read(double* first, double* second) const {
    targets_.add(first, &cells_[0]);
    targets_.add(second, &cells_[stride_]);
  }

 private:
  const Targets& targets_;
  std::size_t stride_;
  std::vector<typename Targets::Cell> cells_;
};

/// Numbers that fit a register of any machine.
using Two = double __attribute__((vector_size(2 * sizeof(double))));

/// Sums of two numbers for each of the two branches, in registers: a sum that was just written
/// takes long to be read again.  Each sample is added to both branches, to one of them as nothing,
/// which changes no bit.
class TwoSums {
 public:
  [[gnu::always_inline]] void add(Two added, bool is_second) {
    const Masks is_kept = Masks{} - static_cast<std::int64_t>(is_second);
    second += reinterpret_cast<Two>(reinterpret_cast<Masks>(added) & is_kept);
    first += reinterpret_cast<Two>(reinterpret_cast<Masks>(added) & ~is_kept);
  }

  Two first = {}, second = {};

 private:
  using Masks = std::int64_t __attribute__((vector_size(2 * sizeof(std::int64_t))));
};

template <>
class TwoBranches<Moments> {
 public:
  explicit TwoBranches(const Moments&) {}

  [[gnu::always_inline]] void add(const PlainNumber& s, bool is_second) {
    sums_.add(Two{s.y, s.y * s.y}, is_second);
    n_second_ += is_second ? 1 : 0;
    ++n_;
  }
  void read(double* first, double* second) const {
    add_to(first, static_cast<double>(n_ - n_second_), sums_.first);
    add_to(second, static_cast<double>(n_second_), sums_.second);
  }

 private:
  static void add_to(double* totals, double n, Two sums) {
    totals[0] += n;
    totals[1] += sums[0];
    totals[2] += sums[1];
    totals[3] += n;
  }

  TwoSums sums_;
  std::size_t n_ = 0, n_second_ = 0;
};

template <>
class TwoBranches<WeightedMoments> {
 public:
  explicit TwoBranches(const WeightedMoments& targets) : targets_(targets) {}

  [[gnu::always_inline]] void add(const WeightedNumber& s, bool is_second) {
    const double wy = s.w * s.y;
    low_.add(Two{s.w, wy}, is_second);
    high_.add(Two{wy * s.y, targets_.count(s.w)}, is_second);
  }
  void read(double* first, double* second) const {
    for (int k = 0; k < 2; ++k) {
      first[k] += low_.first[k];
      first[k + 2] += high_.first[k];
      second[k] += low_.second[k];
      second[k + 2] += high_.second[k];
    }
  }

 private:
  const WeightedMoments& targets_;
  TwoSums low_, high_;  ///< of the totals
};

}  // namespace arboretum::fast
