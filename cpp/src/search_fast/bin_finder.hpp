#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "arboretum/search_fast/encoded.hpp"

namespace arboretum::fast {

/// Finds the bin of a number: how many edges are smaller.
///
/// A scale with equal cells between the first and the last edge leaves few edges to compare a
/// number with: those of its own cell.  Where edges crowd, as those of heavy tails do, more steps
/// of a binary search follow.
class BinFinder {
 public:
  explicit BinFinder(const EncodedFeature& feature) : edges_(feature.edges.data()) {
    const std::size_t n = feature.n_edges;
    if (n == 0) return;
    low_ = edges_[0];
    scale_ = (n_cells - 1) / (edges_[n - 1] - low_);
    // Edges too close together or too far apart: all of them in one cell.
    if (!std::isfinite(scale_)) scale_ = 0;
    std::array<std::uint32_t, n_cells> n_edges{};
    for (std::size_t i = 0; i < n; ++i) ++n_edges[cell(edges_[i])];
    std::uint32_t before = 0, most = 0;
    for (std::size_t c = 0; c < n_cells; ++c) {
      first_[c] = static_cast<std::uint8_t>(before);
      before += n_edges[c];
      most = std::max(most, n_edges[c]);
    }
    first_step_ = std::bit_floor(most);
  }

  /// Several at once: one alone would wait for memory at each of its steps.
  template <std::size_t lanes>
  void find(const double (&x)[lanes], std::uint32_t (&bin)[lanes]) const {
    std::int32_t cells[lanes];  // apart, because the compiler then finds several at once
    for (std::size_t l = 0; l < lanes; ++l) cells[l] = cell(x[l]);
    for (std::size_t l = 0; l < lanes; ++l) bin[l] = first_[cells[l]];
    for (std::uint32_t step = first_step_; step > 0; step /= 2)
      for (std::size_t l = 0; l < lanes; ++l) {
        const std::uint32_t next = bin[l] + step;
        bin[l] = edges_[next - 1] < x[l] ? next : bin[l];
      }
  }

 private:
  static constexpr std::size_t n_cells = 1024;

  /// Rises with x; a missing value is in the first.
  std::int32_t cell(double x) const {
    constexpr double last = n_cells - 1;
    const double at = (x - low_) * scale_;
    const double at_least = at > 0.0 ? at : 0.0;
    return static_cast<std::int32_t>(at_least < last ? at_least : last);
  }

  const double* edges_;
  double low_ = 0, scale_ = 0;
  std::uint32_t first_step_ = 0;
  std::array<std::uint8_t, n_cells> first_{};  ///< edges before each cell
};

}  // namespace arboretum::fast
