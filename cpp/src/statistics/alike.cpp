#include "arboretum/statistics/alike.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/special.hpp"

namespace arboretum {
namespace {

using Groups = std::span<const double* const>;

/// Sums of squares are known to so many digits; where groups are constant the test sees these.
constexpr double kRounding = 1e-15;

double n_with_weight(const std::vector<double>& weights) {
  return static_cast<double>(std::ranges::count_if(weights, [](double w) { return w > 0.0; }));
}

/// What each class and each group weighs.
struct Margins {
  std::vector<double> of_class, of_group;
  double total = 0.0;

  Margins(Groups groups, std::size_t n_classes)
      : of_class(n_classes, 0.0), of_group(groups.size(), 0.0) {
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::size_t k = 0; k < n_classes; ++k) {
        of_class[k] += groups[g][k];
        of_group[g] += groups[g][k];
      }
    total = std::reduce(of_class.begin(), of_class.end());
  }
};

double chi_square(bool is_likelihood_ratio, Groups groups, const Margins& margins) {
  double statistic = 0.0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    double of_this = 0.0;  // group by group: mirrored splits tie exactly
    for (std::size_t k = 0; k < margins.of_class.size(); ++k) {
      const double found = groups[g][k];
      const double by_chance = margins.of_group[g] * (margins.of_class[k] / margins.total);
      if (is_likelihood_ratio)
        of_this += found > 0.0 ? 2 * found * std::log(found / by_chance) : 0.0;
      else if (by_chance > 0.0)
        of_this += (found - by_chance) * ((found - by_chance) / by_chance);
    }
    statistic += of_this;
  }
  return std::max(statistic, 0.0);
}

double chi_square_log_p(bool is_likelihood_ratio, Groups groups, std::size_t n_classes) {
  const Margins margins(groups, n_classes);
  const double df = (n_with_weight(margins.of_group) - 1) * (n_with_weight(margins.of_class) - 1);
  if (!(df > 0.0)) return 0.0;
  return chi_square_log_sf(chi_square(is_likelihood_ratio, groups, margins), df);
}

/// Sums of squares of one target, `k` of `n_targets`, between groups and within them.
struct Squares {
  double weight = 0.0, squares = 0.0, within = 0.0, between = 0.0, n_groups = 0.0;

  Squares(Groups groups, std::size_t k, std::size_t n_targets) {
    double sum = 0.0;
    for (const double* group : groups) {
      weight += group[0];
      sum += group[1 + k];
      squares += group[1 + n_targets + k];
      n_groups += group[0] > 0.0 ? 1.0 : 0.0;
    }
    for (const double* group : groups) {
      if (!(group[0] > 0.0)) continue;
      const double mean = group[1 + k] / group[0], away = mean - sum / weight;
      between += group[0] * away * away;
      within += std::max(group[1 + n_targets + k] - group[1 + k] * mean, 0.0);
    }
  }
};

/// One-way analysis of variance of target `k` of `n_targets`.
double f_log_p(Groups groups, std::size_t k, std::size_t n_targets) {
  const Squares found(groups, k, n_targets);
  if (!(found.n_groups > 1.0) || !(found.weight > found.n_groups)) return 0.0;
  const double within = std::max(found.within, kRounding * found.squares);
  if (!(found.between > kRounding * found.squares)) return 0.0;
  const double df1 = found.n_groups - 1, df2 = found.weight - found.n_groups;
  return f_log_sf(found.between / df1 / (within / df2), df1, df2);
}

}  // namespace

TestName test_of(const std::string& name) {
  if (name == "pearson") return TestName::pearson;
  if (name == "likelihood_ratio") return TestName::likelihood_ratio;
  if (name == "f") return TestName::f;
  refuse("test '" + name + "' is not known");
}

double log_p_alike(TestName test, Groups groups, std::size_t width) {
  if (test != TestName::f)
    return chi_square_log_p(test == TestName::likelihood_ratio, groups, width);
  const std::size_t n_targets = width / 2;
  double sum = 0.0;
  for (std::size_t k = 0; k < n_targets; ++k) sum += f_log_p(groups, k, n_targets);
  return sum / static_cast<double>(n_targets);
}

double unlikeness(TestName test, Groups groups, std::size_t width) {
  if (test != TestName::f)
    return chi_square(test == TestName::likelihood_ratio, groups, Margins(groups, width));
  const std::size_t n_targets = width / 2;
  double sum = 0.0;
  for (std::size_t k = 0; k < n_targets; ++k) sum += Squares(groups, k, n_targets).between;
  return sum;
}

}  // namespace arboretum
