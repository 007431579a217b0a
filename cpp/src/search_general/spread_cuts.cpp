#include "arboretum/search_general/spread_cuts.hpp"

#include <algorithm>
#include <ranges>

namespace arboretum::general {
namespace {

/// The first of ascending codes that is not below another; it is mostly near.
const std::int32_t* find_near(const std::int32_t* from, const std::int32_t* end,
                              std::int32_t code) {
  constexpr std::ptrdiff_t stride = 32;
  while (end - from > stride && from[stride] < code) from += stride;
  while (from != end && *from < code) ++from;
  return from;
}

}  // namespace

void Sides::read(const Table& table) {
  const std::vector<double> sums = table.statistics();
  const std::size_t n = table.n_bins();
  codes_.assign(table.bins.begin(), table.bins.end());
  missing_count_ = table.missing_count;
  sides_.resize(n + 1);
  const auto add = [&](std::size_t bin, std::size_t side, const BothSides& reached, BothSides& to) {
    to.weights[2 * side] = reached.weights[2 * side] + sums[2 * bin];
    to.weights[2 * side + 1] = reached.weights[2 * side + 1] + sums[2 * bin + 1];
    to.counts[side] = reached.counts[side] + table.counts[bin];
  };
  // Both sides are summed: one without rows of a class must hold exactly 0 of it.
  sides_[0] = sides_[n] = {};
  for (std::size_t bin = 0; bin < n; ++bin) add(bin, 0, sides_[bin], sides_[bin + 1]);
  for (std::size_t bin = n; bin-- > 0;) add(bin, 1, sides_[bin + 1], sides_[bin]);
}

void SpreadCuts::merge(const Sides& alone, const Sides& spread, double part) {
  alone_ = &alone;
  spread_ = &spread;
  part_ = part;
  n_reached_ = 0;
  const std::span<const std::int32_t> codes = spread.codes(), own = alone.codes();
  bin_of_.resize(own.size());
  n_new_.resize(own.size());
  const std::int32_t *first = codes.data(), *end = first + codes.size(), *place = first;
  std::size_t n_new = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    place = find_near(place, end, own[i]);
    bin_of_[i] = static_cast<std::size_t>(place - first) + n_new;
    n_new += place == end || *place != own[i];
    n_new_[i] = n_new;
  }
  n_bins_ = codes.size() + n_new;
}

std::array<std::size_t, 2> SpreadCuts::with_enough(double least_weight, double least_samples) {
  const auto has_enough = [&](std::size_t cut, std::size_t side) {
    const BothSides sides = at(cut);
    return sides.counts[side] > 0.0 && sides.counts[side] >= least_samples &&
           sides.weight(side) >= least_weight;
  };
  const auto cuts = std::views::iota(std::size_t{0}, n_bins_ - 1);
  const auto first =
      std::ranges::partition_point(cuts, [&](std::size_t cut) { return !has_enough(cut, 0); });
  const auto end =
      std::ranges::partition_point(cuts, [&](std::size_t cut) { return has_enough(cut, 1); });
  return {static_cast<std::size_t>(first - cuts.begin()),
          static_cast<std::size_t>(end - cuts.begin())};
}

}  // namespace arboretum::general
