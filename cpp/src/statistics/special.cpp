#include "arboretum/statistics/special.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace arboretum {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounding = std::numeric_limits<double>::epsilon();
/// In place of 0 where a continued fraction would divide by it.
constexpr double kTiny = 1e-300;
/// Up to here the complementary error function has all its digits.
constexpr double kMaxErfc = 26.0;
const double kLogRootTwoPi = 0.5 * std::log(2.0 * std::numbers::pi);

/// What Stirling's formula lacks: log n! = (n + 1/2) log n - n + log sqrt(2 pi) + this.
///
/// The series is exact to the last bit from 16 on; below, the difference to the next n is
/// (n + 1/2) log(1 + 1/n) - 1.
double stirling_error(double n) {
  double error = 0.0;
  for (; n < 16.0; n += 1.0) error += (n + 0.5) * std::log1p(1.0 / n) - 1.0;
  const double s = 1.0 / (n * n);
  return error + (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - s / 1188) * s) * s) * s) / n;
}

/// n log(n / mean) + mean - n, without cancellation where n is close to the mean.
///
/// Of the logarithm, 2 artanh v with v = (n - mean) / (n + mean), the first term is taken apart:
/// 2 n v - (n - mean) = (n - mean) v.
double deviance(double n, double mean) {
  const double difference = n - mean;
  if (std::abs(difference) > 0.1 * (n + mean)) return n * std::log(n / mean) - difference;
  const double v = difference / (n + mean);
  double sum = difference * v, power = 2.0 * n * v;
  for (double k = 3.0;; k += 2.0) {
    power *= v * v;
    const double next = sum + power / k;
    if (next == sum) return sum;
    sum = next;
  }
}

/// log of x^a e^-x / Gamma(a), by Stirling's formula for a! so that large terms never cancel.
double log_gamma_density(double a, double x) {
  return 0.5 * std::log(a) - kLogRootTwoPi - stirling_error(a) - deviance(a, x);
}

/// log of x^a y^b / B(a, b), where x + y = 1.
double log_beta_density(double a, double b, double x, double y) {
  const double n = a + b;
  return 0.5 * std::log(a * b / n) - kLogRootTwoPi + stirling_error(n) - stirling_error(a) -
         stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
}

/// Lentz's way to a continued fraction b0 + a1 / (b1 + a2 / (b2 + ...)), step by step.
class ContinuedFraction {
 public:
  explicit ContinuedFraction(double b0) : value_(b0 == 0.0 ? kTiny : b0), above_(value_) {}

  /// Takes one more step; false once it changes nothing.
  bool step(double a, double b) {
    below_ = b + a * below_;
    below_ = 1.0 / (below_ == 0.0 ? kTiny : below_);
    above_ = b + a / above_;
    if (above_ == 0.0) above_ = kTiny;
    const double factor = above_ * below_;
    value_ *= factor;
    return ++n_steps_ < kMostSteps && std::abs(factor - 1.0) > kRounding;
  }
  double value() const { return value_; }

 private:
  static constexpr int kMostSteps = 1'000'000;
  double value_;
  double above_;
  double below_ = 0.0;
  int n_steps_ = 0;
};

/// log of the upper incomplete gamma function Q(a, x), regularised.
double log_upper_gamma(double a, double x) {
  const double density = log_gamma_density(a, x);
  if (x < a + 1.0) {  // DLMF 8.11.4: the series of the lower function, which is not near 1 here
    double term = 1.0 / a, sum = term;
    for (double k = a + 1.0; term > 0.1 * kRounding * sum; k += 1.0) sum += term *= x / k;
    return std::log1p(-std::exp(density) * sum);
  }
  const double b = x + 1.0 - a;  // DLMF 8.9.2, its even part
  ContinuedFraction fraction(b);
  for (double k = 1.0; fraction.step(k * (a - k), b + 2.0 * k);) k += 1.0;
  return density - std::log(fraction.value());
}

/// The continued fraction of DLMF 8.17.22 for the regularised incomplete beta function.
double beta_fraction(double a, double b, double x) {
  ContinuedFraction fraction(1.0);
  for (double m = 0.0;; m += 1.0) {
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
    if (!fraction.step(odd, 1.0)) return fraction.value();
    const double k = m + 1.0;
    const double even = k * (b - k) * x / ((a + 2.0 * k - 1.0) * (a + 2.0 * k));
    if (!fraction.step(even, 1.0)) return fraction.value();
  }
}

/// log of the regularised incomplete beta function I_x(a, b), where x + y = 1.
double log_beta(double a, double b, double x, double y) {
  const double density = log_beta_density(a, b, x, y);
  if (x < (a + 1.0) / (a + b + 2.0)) return density - std::log(a * beta_fraction(a, b, x));
  return std::log1p(-std::exp(density) / (b * beta_fraction(b, a, y)));
}

}  // namespace

double chi_square_log_sf(double x, double df) {
  if (std::isnan(x) || !(df > 0.0)) return kNotANumber;
  if (x <= 0.0) return 0.0;
  if (x == kInfinity) return -kInfinity;
  const double root = std::sqrt(0.5 * x);
  if (df == 1.0 && root < kMaxErfc)  // the case of two groups and two classes, and much quicker
    return root < 0.5 ? std::log1p(-std::erf(root)) : std::log(std::erfc(root));
  return log_upper_gamma(0.5 * df, 0.5 * x);
}

double chi_square_sf(double x, double df) { return std::exp(chi_square_log_sf(x, df)); }

double f_log_sf(double x, double df1, double df2) {
  if (std::isnan(x) || !(df1 > 0.0) || !(df2 > 0.0)) return kNotANumber;
  if (x <= 0.0) return 0.0;
  if (x == kInfinity) return -kInfinity;
  const double ratio = x * df1 / df2;
  if (ratio == kInfinity) return -kInfinity;
  return log_beta(0.5 * df2, 0.5 * df1, 1.0 / (1.0 + ratio), ratio / (1.0 + ratio));
}

double f_sf(double x, double df1, double df2) { return std::exp(f_log_sf(x, df1, df2)); }

double log_factorial(double n) {
  if (n < 1.0) return log_factorial(n + 1.0) - std::log1p(n);
  return (n + 0.5) * std::log(n) - n + kLogRootTwoPi + stirling_error(n);
}

}  // namespace arboretum
