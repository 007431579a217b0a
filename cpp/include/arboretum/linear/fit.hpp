#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "arboretum/linear/residuals.hpp"

namespace arboretum::linear {

/// Samples as linear models see them.
struct Samples : ModelRows {
  Column<double> counts;
};

/// Which terms are dropped.
enum class DropRule : std::uint8_t {
  none,
  akaike,   ///< those that explain less than twice the noise that is left
  quinlan,  ///< those that do not lower the error expected on other samples
};

struct FitOptions {
  DropRule drop = DropRule::none;
  double ridge = 0.0;             ///< price of the square of a standardised coefficient
  std::span<const double> scale;  ///< by which each term is standardised
};

/// A linear model of some rows, except for its coefficients.
struct Fit {
  double intercept = 0.0;
  double risk = 0.0;  ///< weighted sum of squared residuals
  double low = 0.0;   ///< the range of the targets
  double high = 0.0;
  std::int32_t n_parameters = 1;  ///< terms that were kept, and the intercept
};

/// How much larger an error on other samples is than one on the `n` samples that `v` parameters
/// were fitted to (Quinlan 1992).
double error_factor(double n, double v);

/// Fits the target of some rows by some terms; writes one coefficient a term, 0 if it is left out.
///
/// Terms that others explain, or that do not vary, are left out.
Fit fit(const Samples& samples, std::span<const std::int32_t> rows,
        std::span<const std::int32_t> terms, const FitOptions& options,
        std::span<double> coefficients);

}  // namespace arboretum::linear
