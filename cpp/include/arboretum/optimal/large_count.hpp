#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace arboretum::optimal {

/// A count of `32 * n` bits that notices when it becomes too large.
template <std::size_t n>
class LargeCount {
 public:
  LargeCount() = default;
  explicit LargeCount(std::uint32_t small) : digits_{small} {}

  static constexpr std::size_t n_digits = n;
  const std::array<std::uint32_t, n>& digits() const { return digits_; }
  bool is_zero() const { return *this == LargeCount(); }
  bool operator==(const LargeCount&) const = default;

  /// Adds the product of two others; returns whether there is room for it.
  bool add_product(const LargeCount& x, const LargeCount& y) {
    for (std::size_t i = 0; i < n; ++i) {
      if (x.digits_[i] == 0) continue;
      std::uint64_t carry = 0;
      for (std::size_t k = 0; k < n || carry != 0; ++k) {
        const std::uint64_t digit = k < n ? y.digits_[k] : 0;
        if (i + k >= n) {
          if (digit != 0 || carry != 0) return false;
          continue;
        }
        carry += std::uint64_t(x.digits_[i]) * digit + digits_[i + k];
        digits_[i + k] = std::uint32_t(carry);
        carry >>= 32;
      }
    }
    return true;
  }

  /// Takes one away from a count that is not zero.
  void decrement() {
    for (std::uint32_t& digit : digits_)
      if (digit-- != 0) return;
  }

  double rounded() const {
    double sum = 0.0;
    for (std::size_t i = n; i-- > 0;) sum = sum * 4294967296.0 + double(digits_[i]);
    return sum;
  }

 private:
  std::array<std::uint32_t, n> digits_{};
};

}  // namespace arboretum::optimal
