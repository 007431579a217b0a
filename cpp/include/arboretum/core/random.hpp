#pragma once

#include <cstdint>
#include <vector>

namespace arboretum {

/// One step of SplitMix64: turns a key into another that looks unrelated.
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Random numbers that depend on a key alone: the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t key) : state_(key) {}

  std::uint64_t next() {
    const std::uint64_t drawn = mix(state_);
    state_ += 0x9E3779B97F4A7C15;
    return drawn;
  }
  /// From 0 up to 1, without 1.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// A whole number below `n`.
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(n));
  }

 private:
  std::uint64_t state_;
};

/// The numbers below `n` in a random order.
std::vector<std::int32_t> shuffled(std::int32_t n, std::uint64_t key);

}  // namespace arboretum
