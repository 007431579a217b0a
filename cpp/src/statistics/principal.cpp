#include "arboretum/statistics/principal.hpp"

#include <algorithm>
#include <cmath>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum {
namespace {

double rounded(double value) { return std::nearbyint(value * 1e12) / 1e12; }

/// A symmetric matrix that is turned, plane by plane, until it is diagonal (Jacobi 1846).
///
/// Slower than other ways for large matrices, and the most exact; no library decides the order
/// of the sums, so the answer is the same wherever it is computed.
class Jacobi {
 public:
  explicit Jacobi(std::vector<double> matrix, std::size_t n)
      : n_(n), matrix_(std::move(matrix)), vectors_(n * n, 0.0) {
    for (std::size_t i = 0; i < n; ++i) vectors_[i * n + i] = 1.0;
    for (int sweep = 0; sweep < max_sweeps && !is_diagonal(); ++sweep)
      for (std::size_t p = 0; p < n; ++p)
        for (std::size_t q = p + 1; q < n; ++q) turn(p, q);
  }

  /// The direction of the largest eigenvalue; the first of equals.
  std::vector<double> largest() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < n_; ++i)
      if (matrix_[i * n_ + i] > matrix_[best * n_ + best]) best = i;
    const auto row = vectors_.begin() + static_cast<std::ptrdiff_t>(best * n_);
    return {row, row + static_cast<std::ptrdiff_t>(n_)};
  }

 private:
  static constexpr int max_sweeps = 60;

  bool is_diagonal() const {
    double off = 0.0, all = 0.0;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) {
        const double square = matrix_[i * n_ + j] * matrix_[i * n_ + j];
        all += square;
        if (i != j) off += square;
      }
    return off <= 1e-32 * all;
  }

  void turn(std::size_t p, std::size_t q) {
    const double between = matrix_[p * n_ + q];
    if (between == 0.0) return;
    const double ratio = (matrix_[q * n_ + q] - matrix_[p * n_ + p]) / (2.0 * between);
    const double sign = ratio < 0.0 ? -1.0 : 1.0;
    const double tangent = sign / (std::abs(ratio) + std::hypot(ratio, 1.0));
    const double cosine = 1.0 / std::hypot(tangent, 1.0), sine = tangent * cosine;
    const auto mix = [&](double& a, double& b) {
      const double old = a;
      a = cosine * old - sine * b;
      b = sine * old + cosine * b;
    };
    for (std::size_t k = 0; k < n_; ++k) mix(matrix_[k * n_ + p], matrix_[k * n_ + q]);
    for (std::size_t k = 0; k < n_; ++k) mix(matrix_[p * n_ + k], matrix_[q * n_ + k]);
    for (std::size_t k = 0; k < n_; ++k) mix(vectors_[p * n_ + k], vectors_[q * n_ + k]);
  }

  std::size_t n_;
  std::vector<double> matrix_;
  std::vector<double> vectors_;  ///< one per row
};

/// Products of every two rows of a (n, d) matrix.
std::vector<double> products(const std::vector<double>& rows, std::size_t n, std::size_t d) {
  std::vector<double> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < d; ++k) sum += rows[i * d + k] * rows[j * d + k];
      matrix[i * n + j] = matrix[j * n + i] = sum;
    }
  return matrix;
}

std::vector<double> transposed(const std::vector<double>& rows, std::size_t n, std::size_t d) {
  std::vector<double> columns(n * d);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < d; ++k) columns[k * n + i] = rows[i * d + k];
  return columns;
}

/// The direction of largest spread of (n, d) rows: from the smaller of two matrices that have the
/// same eigenvalues, d x d or n x n.
std::vector<double> direction_of(const std::vector<double>& rows, std::size_t n, std::size_t d) {
  std::vector<double> direction;
  if (d <= n) {
    direction = Jacobi(products(transposed(rows, n, d), d, n), d).largest();
  } else {
    const std::vector<double> mixture = Jacobi(products(rows, n, d), n).largest();
    direction.assign(d, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < d; ++k) direction[k] += mixture[i] * rows[i * d + k];
    double length = 0.0;
    for (const double x : direction) length += x * x;
    if (length > 0.0)
      for (double& x : direction) x /= std::sqrt(length);
  }
  for (double& x : direction) x = rounded(x);
  const auto counts_most = std::ranges::max_element(
      direction, [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (*counts_most < 0.0)
    for (double& x : direction) x = -x;
  return direction;
}

}  // namespace

std::vector<double> first_component(std::span<const double> points,
                                    std::span<const double> weights) {
  const std::size_t n = weights.size();
  std::vector<double> scores(n, 0.0);
  const double total = pairwise_sum(weights.data(), n);
  if (n == 0 || points.empty() || !(total > 0.0)) return scores;
  if (points.size() % n != 0) refuse("points and weights differ in length");
  const std::size_t d = points.size() / n;

  std::vector<double> mean(d, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < d; ++k) mean[k] += weights[i] * points[i * d + k];
  std::vector<double> centred(n * d), stretched(n * d);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < d; ++k) {
      centred[i * d + k] = points[i * d + k] - mean[k] / total;
      stretched[i * d + k] = std::sqrt(weights[i] / total) * centred[i * d + k];
    }

  const std::vector<double> direction = direction_of(stretched, n, d);
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < d; ++k) scores[i] += centred[i * d + k] * direction[k];
    largest = std::max(largest, std::abs(scores[i]));
  }
  if (largest > 0.0)
    for (double& score : scores) score = rounded(score / largest);
  return scores;
}

}  // namespace arboretum
