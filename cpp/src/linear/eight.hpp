#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "arboretum/core/simd.hpp"

namespace arboretum::linear {

using fast::n_lanes;

/// Eight numbers, in registers of `width`.
///
/// A vector of eight that is wider than the registers would be kept in memory, sums in loops too.
template <std::size_t width>
struct Eight {
  // With `using`, or as the argument of std::array, a width that is not known yet would be lost.
  typedef double Register __attribute__((vector_size(width * sizeof(double))));
  Register parts[n_lanes / width];

  static Eight load(const double* from) {
    Eight found;
    for (std::size_t i = 0; i < n_lanes / width; ++i)
      std::memcpy(&found.parts[i], from + i * width, sizeof(Register));
    return found;
  }

  /// Works on the registers one by one.
  template <class Work, class... Others>
  static Eight each(const Work& work, const Others&... given) {
    Eight found;
    for (std::size_t i = 0; i < n_lanes / width; ++i) found.parts[i] = work(given.parts[i]...);
    return found;
  }

  double operator[](std::size_t lane) const {
    double number;
    std::memcpy(&number, reinterpret_cast<const char*>(parts) + lane * sizeof number,
                sizeof number);
    return number;
  }
  Eight& operator+=(const Eight& more) { return *this = *this + more; }

  friend Eight operator+(const Eight& a, const Eight& b) {
    return each([](auto x, auto y) { return x + y; }, a, b);
  }
  friend Eight operator-(const Eight& a, const Eight& b) {
    return each([](auto x, auto y) { return x - y; }, a, b);
  }
  friend Eight operator*(const Eight& a, const Eight& b) {
    return each([](auto x, auto y) { return x * y; }, a, b);
  }
  friend Eight operator*(double factor, const Eight& a) {
    return each([factor](auto x) { return factor * x; }, a);
  }
};

template <std::size_t width>
void store(const Eight<width>& numbers, double* to) {
  for (std::size_t i = 0; i < n_lanes / width; ++i)
    std::memcpy(to + i * width, &numbers.parts[i], sizeof numbers.parts[i]);
}

/// Runs `work` with `Eight` of registers as wide as the machine's: `[&]<class Doubles>(type)`.
///
/// Only for what adds up many numbers, so that what is around it is compiled once.
template <class Work>
void with_eight(const Work& work) {
  fast::with_simd_width(
      [&]<class Width>(Width) { work(std::type_identity<Eight<Width::numbers>>{}); });
}

}  // namespace arboretum::linear
