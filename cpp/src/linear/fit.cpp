#include "arboretum/linear/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "arboretum/core/simd.hpp"
#include "arboretum/linear/sweep.hpp"
#include "fit_sums.hpp"

namespace arboretum::linear {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

/// The chosen terms of one row after another.
class ChosenTerms {
 public:
  ChosenTerms(const Samples& samples, std::span<const std::int32_t> terms)
      : samples_(samples), terms_(terms), room_(terms.size()) {
    are_all_ = terms.size() == samples.n_terms;
    for (std::size_t k = 0; k < terms.size(); ++k) are_all_ &= std::cmp_equal(terms[k], k);
  }

  std::size_t size() const { return terms_.size(); }
  /// Valid until another row is asked for.
  const double* of(std::int32_t row) {
    const double* all = samples_.of(row);
    if (are_all_) return all;
    for (std::size_t k = 0; k < room_.size(); ++k) room_[k] = all[terms_[k]];
    return room_.data();
  }

 private:
  const Samples& samples_;
  std::span<const std::int32_t> terms_;
  bool are_all_;
  std::vector<double> room_;
};

void standardise(const Samples& samples, std::span<const std::int32_t> rows, ChosenTerms& terms,
                 Standardised& found) {
  const std::size_t m = terms.size();
  found.mean.assign(m, 0.0);
  found.scale.assign(m, 0.0);
  for (const std::int32_t row : rows) {
    const double weight = samples.weights[row];
    const double* values = terms.of(row);
    found.weight += weight;
    found.count += samples.counts[row];
    found.target_mean += weight * samples.targets[row];
    double* mean = found.mean.data();
    for (std::size_t k = 0; k < m; ++k) mean[k] += weight * values[k];
  }
  if (!(found.weight > 0.0)) return;
  found.target_mean /= found.weight;
  std::vector<double> largest(m, 0.0);
  for (double& mean : found.mean) mean /= found.weight;
  for (const std::int32_t row : rows) {
    const double weight = samples.weights[row];
    const double *values = terms.of(row), *mean = found.mean.data();
    double *scale = found.scale.data(), *most = largest.data();
    for (std::size_t k = 0; k < m; ++k) {
      const double away = values[k] - mean[k], size = std::abs(values[k]);
      scale[k] += weight * away * away;
      most[k] = most[k] < size ? size : most[k];
    }
  }
  for (std::size_t k = 0; k < m; ++k) {
    const double deviation = std::sqrt(found.scale[k] / found.weight);
    found.scale[k] = deviation > 1e-12 * largest[k] ? deviation : 0.0;  // the mean is rounded
  }
}

Sweep squares_and_products(const Samples& samples, std::span<const std::int32_t> rows,
                           ChosenTerms& terms, const Standardised& centre) {
  const std::size_t m = terms.size();
  FullSums layout(m, 0.0);
  Room cells(layout.width());
  Panel panel(layout.n_values());
  std::vector<double> inverse(m, 0.0);
  for (std::size_t k = 0; k < m; ++k)
    if (centre.scale[k] > 0.0) inverse[k] = 1.0 / centre.scale[k];
  for (std::size_t begin = 0; begin < rows.size(); begin += panel.n_rows) {
    panel.n_rows = std::min(rows.size() - begin, Panel::max_rows);
    fast::with_simd([&] {
      for (std::size_t r = 0; r < panel.n_rows; ++r) {
        const std::int32_t row = rows[begin + r];
        const double *values = terms.of(row), *mean = centre.mean.data(), *factor = inverse.data();
        double* away = panel.values.data() + r * panel.n_values;
        away[0] = 1.0;
        for (std::size_t k = 0; k < m; ++k) away[k + 1] = (values[k] - mean[k]) * factor[k];
        away[m + 1] = samples.targets[row] - centre.target_mean;
        panel.weights[r] = samples.weights[row];
      }
    });
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      panel.weigh<Doubles>();
      layout.add<Doubles>(panel, cells.data());
    });
  }
  Sweep sums(m);
  for (std::size_t i = 0; i <= m; ++i)
    for (std::size_t j = i; j <= m; ++j)
      sums.at(i, j) = sums.at(j, i) = layout.at(cells.data(), i + 1, j + 1);
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

namespace {

/// Takes in the terms that are to be in the model.
void choose(Sweep& sums, const Standardised& centre, DropRule drop) {
  const std::size_t m = centre.mean.size();
  std::vector<bool> is_wanted(m, true);
  if (drop != DropRule::none) {
    Sweep trial = sums;
    take_in(trial, centre.weight, m, is_wanted);
    Dropping(trial, m, centre).run(drop);
    for (std::size_t k = 0; k < m; ++k) is_wanted[k] = trial.is_in(k);
  }
  take_in(sums, centre.weight, m, is_wanted);
}

/// Measures what a model leaves of the targets, and the range of those.
template <class Doubles>
void measure(const Samples& samples, std::span<const std::int32_t> rows, ChosenTerms& terms,
             std::span<const double> coefficients, Fit& found) {
  if (!rows.empty()) found.low = found.high = samples.targets[rows[0]];
  const std::size_t m = terms.size(), in_vectors = m / n_lanes * n_lanes;
  for (const std::int32_t row : rows) {
    const double target = samples.targets[row], *values = terms.of(row);
    found.low = std::min(found.low, target);
    found.high = std::max(found.high, target);
    double residual = target - found.intercept;
    Doubles explained = {};
    for (std::size_t k = 0; k < in_vectors; k += n_lanes)
      explained += Doubles::load(coefficients.data() + k) * Doubles::load(values + k);
    for (std::size_t lane = 0; lane < n_lanes; ++lane) residual -= explained[lane];
    for (std::size_t k = in_vectors; k < m; ++k) residual -= coefficients[k] * values[k];
    found.risk += samples.weights[row] * residual * residual;
  }
}

}  // namespace

Fit fit(const Samples& samples, std::span<const std::int32_t> rows,
        std::span<const std::int32_t> terms, const FitOptions& options,
        std::span<double> coefficients) {
  const std::size_t m = terms.size();
  ChosenTerms chosen(samples, terms);
  Standardised centre;
  fast::with_simd([&] { standardise(samples, rows, chosen, centre); });
  Sweep sums = squares_and_products(samples, rows, chosen, centre);
  for (std::size_t k = 0; k < m; ++k)
    if (centre.scale[k] > 0.0) {
      const double ratio = options.scale[terms[k]] / centre.scale[k];
      sums.at(k, k) += options.ridge * ratio * ratio;
    }
  choose(sums, centre, options.drop);

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
  with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
    measure<Doubles>(samples, rows, chosen, coefficients, found);
  });
  return found;
}

}  // namespace arboretum::linear
