#include "arboretum/statistics/split_test.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/exact_test.hpp"
#include "arboretum/statistics/special.hpp"

namespace arboretum {
namespace {

/// Below this many expected samples in a cell the chi-square distribution is a poor guide.
constexpr double kFew = 5.0;

/// Weights of classes in branches, without those that have none.
class Contingency {
 public:
  Contingency(std::span<const double> weights, std::size_t n_branches, double n_samples) {
    const std::size_t n_classes = weights.size() / n_branches;
    std::vector<double> of_branch(n_branches, 0.0), of_class(n_classes, 0.0);
    double total = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      of_branch[i / n_classes] += weights[i];
      of_class[i % n_classes] += weights[i];
      total += weights[i];
    }
    // Weights may be in any unit; how much is known depends on how many samples there are.
    const double scale = total == n_samples ? 1.0 : n_samples / total;
    for (const double weight : of_branch)
      if (weight > 0.0) rows_.push_back(weight * scale);
    for (const double weight : of_class)
      if (weight > 0.0) columns_.push_back(weight * scale);
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (of_branch[i / n_classes] > 0.0 && of_class[i % n_classes] > 0.0)
        cells_.push_back(weights[i] * scale);
    total_ = n_samples;
  }

  double df() const {
    if (rows_.empty() || columns_.empty()) return 0.0;
    return (static_cast<double>(rows_.size()) - 1.0) * (static_cast<double>(columns_.size()) - 1.0);
  }

  double statistic() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const double excess = cells_[i] - expected(i);
      sum += excess * excess / expected(i);
    }
    return sum;
  }

  double least_expected() const {
    return std::ranges::min(rows_) * std::ranges::min(columns_) / total_;
  }

  bool is_whole() const {
    constexpr double most = 1e9;
    return std::ranges::all_of(cells_, [](double c) { return c == std::round(c) && c < most; });
  }

  CountTable counts() const {
    const auto whole = [](const std::vector<double>& given) {
      return std::vector<std::int64_t>(given.begin(), given.end());
    };
    return {whole(cells_), whole(rows_), whole(columns_)};
  }

 private:
  double expected(std::size_t cell) const {
    return rows_[cell / columns_.size()] * columns_[cell % columns_.size()] / total_;
  }

  std::vector<double> cells_;
  std::vector<double> rows_;
  std::vector<double> columns_;
  double total_;
};

}  // namespace

SmallCounts small_counts_of(const std::string& exact, std::int64_t n_simulations) {
  using When = SmallCounts::When;
  if (exact == "auto") return {When::where_few, n_simulations};
  if (exact == "never") return {When::never, n_simulations};
  if (exact == "always") return {When::always, n_simulations};
  refuse("exact '" + exact + "' is not known");
}

PValue chi_square_test(std::span<const double> weights, std::size_t n_branches, double n_samples,
                       SmallCounts small, std::uint64_t key) {
  const Contingency table(weights, n_branches, n_samples);
  if (!(table.df() > 0.0)) return {1.0, PKind::exact};
  const bool is_small = table.least_expected() < kFew;
  const bool wants_counts = small.when == SmallCounts::When::always ||
                            (is_small && small.when == SmallCounts::When::where_few);
  if (wants_counts && table.is_whole()) {
    const CountTable counts = table.counts();
    if (const std::optional<double> p = exact_p(counts)) return {*p, PKind::exact};
    return {simulated_p(counts, small.n_simulations, key), PKind::simulated};
  }
  return {chi_square_sf(table.statistic(), table.df()),
          is_small ? PKind::rough : PKind::asymptotic};
}

PValue f_test(std::span<const double> moments, double n_samples) {
  double weight = 0.0, sum = 0.0, within = 0.0, n_branches = 0.0;
  for (const double* of = moments.data(); of != moments.data() + moments.size(); of += 3) {
    if (!(of[0] > 0.0)) continue;
    weight += of[0];
    sum += of[1];
    within += std::max(0.0, of[2] - of[1] * of[1] / of[0]);
    n_branches += 1.0;
  }
  double between = 0.0;
  for (const double* of = moments.data(); of != moments.data() + moments.size(); of += 3) {
    if (!(of[0] > 0.0)) continue;
    const double apart = of[1] / of[0] - sum / weight;
    between += of[0] * apart * apart;
  }
  return f_test_of_squares(between, within, n_branches, n_samples);
}

PValue f_test_of_squares(double between, double within, double n_branches, double n_samples) {
  const double above = n_branches - 1.0, below = n_samples - n_branches;
  if (!(above > 0.0 && below > 0.0 && between > 0.0)) return {1.0, PKind::asymptotic};
  return {f_sf(between / above / (within / below), above, below), PKind::asymptotic};
}

PValue best_of(PValue one, std::size_t n) {
  return {std::min(1.0, one.p * static_cast<double>(n)), one.kind};
}

}  // namespace arboretum
