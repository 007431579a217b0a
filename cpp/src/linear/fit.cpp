#include "arboretum/linear/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arboretum/linear/sweep.hpp"

namespace arboretum::linear {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A term of which others explain all but this share of its squares is explained by them.
constexpr double kExplained = 1e-9;

/// A sum that is smaller than this share of what was added up is rounding.
constexpr double kRounding = 1e-14;

/// The chosen terms of some rows, centred and scaled by what they are there.
struct Standardised {
  std::vector<double> mean;   ///< one a term
  std::vector<double> scale;  ///< root of the mean square; 0 if the term does not vary
  double target_mean = 0.0;
  double weight = 0.0;
  double count = 0.0;
};

Standardised standardise(const Samples& samples, std::span<const std::int32_t> rows,
                         std::span<const std::int32_t> terms) {
  Standardised found;
  found.mean.assign(terms.size(), 0.0);
  found.scale.assign(terms.size(), 0.0);
  for (const std::int32_t row : rows) {
    const double weight = samples.weights[row];
    found.weight += weight;
    found.count += samples.counts[row];
    found.target_mean += weight * samples.targets[row];
    for (std::size_t k = 0; k < terms.size(); ++k)
      found.mean[k] += weight * samples.of(row)[terms[k]];
  }
  if (!(found.weight > 0.0)) return found;
  found.target_mean /= found.weight;
  std::vector<double> largest(terms.size(), 0.0);
  for (double& mean : found.mean) mean /= found.weight;
  for (const std::int32_t row : rows)
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const double value = samples.of(row)[terms[k]], away = value - found.mean[k];
      found.scale[k] += samples.weights[row] * away * away;
      largest[k] = std::max(largest[k], std::abs(value));
    }
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const double deviation = std::sqrt(found.scale[k] / found.weight);
    found.scale[k] = deviation > 1e-12 * largest[k] ? deviation : 0.0;  // the mean is rounded
  }
  return found;
}

Sweep squares_and_products(const Samples& samples, std::span<const std::int32_t> rows,
                           std::span<const std::int32_t> terms, const Standardised& centre) {
  const std::size_t m = terms.size();
  Sweep sums(m);
  std::vector<double> away(m + 1);
  for (const std::int32_t row : rows) {
    const double weight = samples.weights[row];
    for (std::size_t k = 0; k < m; ++k)
      away[k] = centre.scale[k] > 0.0
                    ? (samples.of(row)[terms[k]] - centre.mean[k]) / centre.scale[k]
                    : 0.0;
    away[m] = samples.targets[row] - centre.target_mean;
    for (std::size_t i = 0; i <= m; ++i) {
      const double of_i = weight * away[i];
      for (std::size_t j = 0; j <= i; ++j) sums.at(i, j) += of_i * away[j];
    }
  }
  for (std::size_t i = 0; i <= m; ++i)
    for (std::size_t j = 0; j < i; ++j) sums.at(j, i) = sums.at(i, j);
  return sums;
}

/// Takes in every term that those before it do not explain.
void take_in(Sweep& sums, double weight, std::size_t n_terms, const std::vector<bool>& is_wanted) {
  for (std::size_t k = 0; k < n_terms; ++k)
    if (is_wanted[k] && sums.at(k, k) > kExplained * weight) sums.sweep(k);
}

/// The terms of a regression, dropped one by one: that which explains least first.
class Dropping {
 public:
  Dropping(Sweep& sums, std::size_t n_terms, const Standardised& centre)
      : sums_(sums), n_terms_(n_terms), centre_(centre) {
    for (std::size_t k = 0; k < n_terms; ++k) n_in_ += sums.is_in(k);
  }

  void run(DropRule rule) {
    // As many parameters as samples explain everything, and nothing.
    while (n_in_ > 0.0 && centre_.count <= n_in_ + 1.0) drop(least());
    if (rule == DropRule::akaike) return drop_cheap(2.0 * left() / (centre_.count - n_in_ - 1.0));
    while (n_in_ > 0.0) {
      const std::size_t next = least();
      if (expected(left() + sums_.saved_by(next), n_in_) > expected(left(), n_in_ + 1.0)) return;
      drop(next);
    }
  }

 private:
  double left() const { return std::max(sums_.left(), 0.0); }
  double expected(double left, double n_parameters) const {
    return std::sqrt(left) * error_factor(centre_.count, n_parameters);
  }
  void drop_cheap(double price) {
    while (n_in_ > 0.0) {
      const std::size_t next = least();
      if (sums_.saved_by(next) > price) return;
      drop(next);
    }
  }
  std::size_t least() const {
    std::size_t found = n_terms_;
    for (std::size_t k = 0; k < n_terms_; ++k)
      if (sums_.is_in(k) && (found == n_terms_ || sums_.saved_by(k) < sums_.saved_by(found)))
        found = k;
    return found;
  }
  void drop(std::size_t term) {
    sums_.sweep(term);
    n_in_ -= 1.0;
  }

  Sweep& sums_;
  std::size_t n_terms_;
  const Standardised& centre_;
  double n_in_ = 0.0;
};

}  // namespace

double error_factor(double n, double v) { return n > v ? (n + v) / (n - v) : kInfinity; }

Fit fit(const Samples& samples, std::span<const std::int32_t> rows,
        std::span<const std::int32_t> terms, const FitOptions& options,
        std::span<double> coefficients) {
  const std::size_t m = terms.size();
  const Standardised centre = standardise(samples, rows, terms);
  Sweep sums = squares_and_products(samples, rows, terms, centre);
  for (std::size_t k = 0; k < m; ++k)
    if (centre.scale[k] > 0.0) {
      const double ratio = options.scale[terms[k]] / centre.scale[k];
      sums.at(k, k) += options.ridge * ratio * ratio;
    }
  std::vector<bool> is_wanted(m, true);
  if (options.drop != DropRule::none) {
    Sweep trial = sums;
    take_in(trial, centre.weight, m, is_wanted);
    Dropping(trial, m, centre).run(options.drop);
    for (std::size_t k = 0; k < m; ++k) is_wanted[k] = trial.is_in(k);
  }
  take_in(sums, centre.weight, m, is_wanted);

  Fit found;
  found.intercept = centre.target_mean;
  double size = std::abs(centre.target_mean);
  for (std::size_t k = 0; k < m; ++k) {
    coefficients[k] = sums.is_in(k) ? sums.coefficient(k) / centre.scale[k] : 0.0;
    found.intercept -= coefficients[k] * centre.mean[k];
    size += std::abs(coefficients[k] * centre.mean[k]);
    found.n_parameters += sums.is_in(k);
  }
  if (std::abs(found.intercept) < kRounding * size) found.intercept = 0.0;
  if (!rows.empty()) found.low = found.high = samples.targets[rows[0]];
  for (const std::int32_t row : rows) {
    const double target = samples.targets[row];
    found.low = std::min(found.low, target);
    found.high = std::max(found.high, target);
    double residual = target - found.intercept;
    for (std::size_t k = 0; k < m; ++k) residual -= coefficients[k] * samples.of(row)[terms[k]];
    found.risk += samples.weights[row] * residual * residual;
  }
  return found;
}

}  // namespace arboretum::linear
