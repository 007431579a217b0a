#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace arboretum::fast {

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

}  // namespace arboretum::fast
