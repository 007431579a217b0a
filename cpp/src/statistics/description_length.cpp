#include "arboretum/statistics/description_length.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum {
namespace {

/// Class weights with what a description of the classes costs.
struct Described {
  explicit Described(std::span<const double> weights)
      : total(pairwise_sum(weights.data(), weights.size())) {
    double inside = 0.0;
    for (const double weight : weights) {
      if (!(weight > 0.0)) continue;
      inside += weight * std::log2(weight);
      ++n_classes;
    }
    if (total > 0.0) bits = total * std::log2(total) - inside;
  }

  double mean_bits() const { return n_classes * bits / total; }

  double total;
  double bits = 0.0;  ///< to name the classes of all samples: weight times entropy
  double n_classes = 0.0;
};

/// The cut of least class entropy of some bins, if it pays for its own description.
///
/// With N samples, k classes and entropy E, and the same for both sides, a cut is accepted when
/// its gain in bits a sample exceeds (log2(N-1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)) / N.
std::optional<std::size_t> accepted_cut(std::span<const double> table, std::size_t width) {
  const std::size_t n_bins = table.size() / width;
  std::vector<double> whole(width, 0.0), first(width, 0.0), second(width);
  for (std::size_t i = 0; i < table.size(); ++i) whole[i % width] += table[i];

  std::size_t best = 0;
  double least = 0.0;
  std::optional<std::pair<Described, Described>> sides;
  for (std::size_t bin = 0; bin + 1 < n_bins; ++bin) {
    for (std::size_t k = 0; k < width; ++k) {
      first[k] += table[bin * width + k];
      second[k] = whole[k] - first[k];
    }
    const Described before(first), after(second);
    if (sides && !(before.bits + after.bits < least)) continue;
    least = before.bits + after.bits;
    best = bin;
    sides.emplace(before, after);
  }

  const Described all(whole);
  const double gain = all.bits - sides->first.bits - sides->second.bits;
  if (all.total <= 1.0 || gain <= 0.0) return std::nullopt;
  const double saved = all.mean_bits() - sides->first.mean_bits() - sides->second.mean_bits();
  const double price =
      std::log2(all.total - 1.0) + std::log2(std::pow(3.0, all.n_classes) - 2.0) - saved;
  return gain > price ? std::optional(best) : std::nullopt;
}

}  // namespace

std::vector<std::int64_t> description_length_cuts(std::span<const double> table,
                                                  std::size_t width) {
  if (width == 0 || table.size() % width != 0) refuse("table has rows of different lengths");
  std::vector<std::int64_t> cuts;
  std::vector<std::pair<std::size_t, std::size_t>> pending{{0, table.size() / width}};
  while (!pending.empty()) {
    const auto [start, stop] = pending.back();
    pending.pop_back();
    if (stop - start < 2) continue;
    const auto cut = accepted_cut(table.subspan(start * width, (stop - start) * width), width);
    if (!cut) continue;
    cuts.push_back(static_cast<std::int64_t>(start + *cut));
    pending.push_back({start, start + *cut + 1});
    pending.push_back({start + *cut + 1, stop});
  }
  std::ranges::sort(cuts);
  return cuts;
}

}  // namespace arboretum
