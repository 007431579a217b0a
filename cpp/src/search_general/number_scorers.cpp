#include <algorithm>
#include <cmath>

#include "arboretum/core/check.hpp"
#include "impurity_decrease.hpp"

namespace arboretum::general {
namespace {

/// Statistics of numbers: the weight, then one or two sums a target.
struct NumberImpurity {
  std::size_t n_targets;

  std::size_t n_scratch() const { return n_targets; }
  double weight(const double* statistics) const { return statistics[0]; }
  double mean(const double* values) const {
    return pairwise_sum(values, n_targets) / static_cast<double>(n_targets);
  }
};

double mean_of(double sum, double weight) { return weight > 0.0 ? sum / weight : 0.0; }

struct Variance : NumberImpurity {
  double ddof;

  double of(const double* statistics, double* scratch) const {
    const double weight = statistics[0];
    const double *sums = statistics + 1, *squares = sums + n_targets;
    for (std::size_t k = 0; k < n_targets; ++k) {
      const double about_mean = std::max(squares[k] - sums[k] * mean_of(sums[k], weight), 0.0);
      scratch[k] = weight > ddof ? about_mean / (weight - ddof) : 0.0;
    }
    return mean(scratch);
  }
};

/// For ddof = 0 the decrease equals the spread of the branch means about the mean of all.
class SquaredError final : public ImpurityDecrease<Variance> {
 public:
  using ImpurityDecrease<Variance>::ImpurityDecrease;

  void score(const double* parent, const Branches& branches, double* scores) const override {
    if (impurity_.ddof != 0.0) return ImpurityDecrease<Variance>::score(parent, branches, scores);
    const std::size_t arity = branches.arity, d = impurity_.n_targets;
    std::vector<double> centre(d), apart(d), terms(arity), weights(arity);
    for (std::size_t k = 0; k < d; ++k) centre[k] = mean_of(parent[1 + k], parent[0]);
    const double* branch = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t b = 0; b < arity; ++b, branch += branches.width) {
        weights[b] = branch[0];
        for (std::size_t k = 0; k < d; ++k) {
          const double away = mean_of(branch[1 + k], branch[0]) - centre[k];
          apart[k] = away * away;
        }
        terms[b] = impurity_.mean(apart.data());
      }
      const double total = pairwise_sum(weights.data(), arity);
      for (std::size_t b = 0; b < arity; ++b) terms[b] *= total > 0.0 ? weights[b] / total : 0.0;
      scores[i] = pairwise_sum(terms.data(), arity);
    }
  }
};

/// A root of the variance: the second is the standard deviation.
struct RootOfVariance : Variance {
  double root;

  double of(const double* statistics, double* scratch) const {
    const double variance = Variance::of(statistics, scratch);
    return root == 2.0 ? std::sqrt(variance) : std::pow(variance, 1.0 / root);
  }
};

struct PoissonDeviance : NumberImpurity {
  double of(const double* statistics, double* scratch) const {
    const double weight = statistics[0];
    const double *sums = statistics + 1, *own = sums + n_targets;  // own: sum of w y log y
    for (std::size_t k = 0; k < n_targets; ++k) {
      const bool has_events = weight > 0.0 && sums[k] > 0.0;
      const double rate = has_events ? sums[k] / weight : 1.0;
      const double deviance = std::max(own[k] - sums[k] * std::log(rate), 0.0);
      scratch[k] = has_events ? deviance / weight : 0.0;
    }
    return mean(scratch);
  }
};

/// A sum that is one already, a unit of weight.
struct MeanOf : NumberImpurity {
  std::size_t place;

  double of(const double* statistics, double*) const {
    return mean_of(statistics[place], statistics[0]);
  }
};

}  // namespace

std::unique_ptr<Scorer> make_number_scorer(const std::string& name, std::size_t n_targets,
                                           double ddof, double root) {
  const NumberImpurity numbers{n_targets};
  if (name == "standard_deviation") return decrease_of(RootOfVariance{{numbers, 0.0}, root});
  if (name == "squared_error") return std::make_unique<SquaredError>(Variance{numbers, ddof});
  if (name == "poisson") return decrease_of(PoissonDeviance{numbers});
  if (name == "absolute_error") return decrease_of(MeanOf{numbers, 1});
  // What a fit leaves stands behind the sum of the targets.
  if (name == "linear_residual" || name == "single_residual")
    return decrease_of(MeanOf{numbers, 2});
  refuse("criterion '" + name + "' of numbers is not known to the native grower");
}

}  // namespace arboretum::general
