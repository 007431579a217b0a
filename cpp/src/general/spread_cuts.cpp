#include "arboretum/general/spread_cuts.hpp"

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
  bin_of_.clear();
  n_new_.clear();
  const std::span<const std::int32_t> codes = spread.codes();
  const std::int32_t *first = codes.data(), *end = first + codes.size(), *place = first;
  std::size_t n_new = 0;
  for (const std::int32_t code : alone.codes()) {
    place = find_near(place, end, code);
    bin_of_.push_back(static_cast<std::size_t>(place - first) + n_new);
    n_new += place == end || *place != code;
    n_new_.push_back(n_new);
  }
  n_bins_ = codes.size() + n_new;
}

BothSides SpreadCuts::add(std::size_t n_alone, std::size_t n_spread) const {
  BothSides sides = alone_->after(n_alone);
  const BothSides& others = spread_->after(n_spread);
  for (std::size_t i = 0; i < 4; ++i) sides.weights[i] += part_ * others.weights[i];
  for (std::size_t i = 0; i < 2; ++i) sides.counts[i] += part_ * others.counts[i];
  return sides;
}

BothSides SpreadCuts::at(std::size_t cut) {
  while (n_reached_ < bin_of_.size() && bin_of_[n_reached_] <= cut) ++n_reached_;
  while (n_reached_ > 0 && bin_of_[n_reached_ - 1] > cut) --n_reached_;
  const std::size_t n_new = n_reached_ == 0 ? 0 : n_new_[n_reached_ - 1];
  return add(n_reached_, cut + 1 - n_new);
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
