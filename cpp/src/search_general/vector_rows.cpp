#include "arboretum/search_general/vector_rows.hpp"

namespace arboretum::general {
namespace {

bool are_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double part(double square, double weight) { return weight > 0.0 ? square / weight : 0.0; }

}  // namespace

void NumberRows::add(std::int32_t row, double* sums) const {
  const std::size_t d = layout_.n_targets();
  const double w = weights_[row];
  const double* y = targets_.data() + static_cast<std::size_t>(row) * d;
  double square = 0.0;
  for (std::size_t k = 0; k < d; ++k) {
    sums[1 + k] += w * y[k];
    square += layout_.target_weights[k] * y[k] * y[k];
  }
  sums[0] += w;
  sums[1 + d] += w * square;
}

bool NumberRows::are_alike(std::int32_t a, std::int32_t b) const {
  const std::size_t d = layout_.n_targets();
  const double* of_a = targets_.data() + static_cast<std::size_t>(a) * d;
  return std::equal(of_a, of_a + d, targets_.data() + static_cast<std::size_t>(b) * d);
}

void NumberRows::Side::reset() {
  away_.assign(rows_.layout_.n_targets(), 0.0);
  weight_ = squares_ = 0.0;
}

double NumberRows::Side::square_of_sums() const {
  double square = 0.0;
  for (std::size_t k = 0; k < away_.size(); ++k)
    square += rows_.layout_.target_weights[k] * away_[k] * away_[k];
  return square;
}

void NumberRows::Side::write(double* out) const {
  Summary::write(weight_, squares_, part(square_of_sums(), weight_), away_[0], out);
}

void NumberRows::Side::write_rest(double* out) const {
  const double weight = whole_.sums[0] - weight_;
  Summary::write(weight, whole_.squares - squares_, part(square_of_sums(), weight), -away_[0], out);
}

void CellRows::add(std::int32_t row, double* sums) const {
  const std::size_t d = layout_.n_targets();
  const double w = weights_[row];
  const double* y = targets_.data() + static_cast<std::size_t>(row) * d;
  double square = 0.0;
  for (std::size_t k = 0; k < d; ++k) {
    if (std::isnan(y[k])) continue;
    sums[1 + k] += w * y[k];
    sums[2 + d + k] += w;
    square += layout_.target_weights[k] * y[k] * y[k];
  }
  sums[0] += w;
  sums[1 + d] += w * square;
}

bool CellRows::are_alike(std::int32_t a, std::int32_t b) const {
  const std::size_t d = layout_.n_targets();
  const double* of_a = targets_.data() + static_cast<std::size_t>(a) * d;
  return std::equal(of_a, of_a + d, targets_.data() + static_cast<std::size_t>(b) * d, are_same);
}

void CellRows::Side::reset() {
  away_.assign(rows_.layout_.n_targets(), 0.0);
  known_.assign(away_.size(), 0.0);
  weight_ = squares_ = 0.0;
}

void CellRows::Side::add(std::int32_t row) {
  const std::size_t d = away_.size();
  const double w = rows_.weights_[row];
  const double* y = rows_.targets_.data() + static_cast<std::size_t>(row) * d;
  double square = 0.0;
  for (std::size_t k = 0; k < d; ++k) {
    if (std::isnan(y[k])) continue;
    const double away = y[k] - whole_.means[k];
    away_[k] += w * away;
    known_[k] += w;
    square += rows_.layout_.target_weights[k] * away * away;
  }
  weight_ += w;
  squares_ += w * square;
}

void CellRows::Side::write(double* out) const {
  double apart = 0.0;
  for (std::size_t k = 0; k < away_.size(); ++k)
    apart += rows_.layout_.target_weights[k] * part(away_[k] * away_[k], known_[k]);
  Summary::write(weight_, squares_, apart, away_[0], out);
}

void CellRows::Side::write_rest(double* out) const {
  double apart = 0.0;
  for (std::size_t k = 0; k < away_.size(); ++k) {
    const double known = rows_.layout_.known(whole_.sums.data(), k) - known_[k];
    // What rounding leaves of no cell at all must not divide.
    if (known > 1e-12 * known_[k])
      apart += rows_.layout_.target_weights[k] * away_[k] * away_[k] / known;
  }
  Summary::write(whole_.sums[0] - weight_, whole_.squares - squares_, apart, -away_[0], out);
}

void LabelRows::add(std::int32_t row, double* sums) const {
  const double w = weights_[row];
  double square = 0.0;
  for (const std::int32_t label : of(row)) {
    sums[1 + label] += w;
    square += layout_.target_weights[static_cast<std::size_t>(label)];
  }
  sums[0] += w;
  sums[1 + layout_.n_targets()] += w * square;
}

bool LabelRows::are_alike(std::int32_t a, std::int32_t b) const {
  return std::ranges::equal(of(a), of(b));
}

LabelRows::Side::Side(const LabelRows& rows, const Whole& whole) : rows_(rows), whole_(whole) {
  factors_.resize(rows.layout_.n_targets());
  for (std::size_t k = 0; k < factors_.size(); ++k) {
    const double c = rows.layout_.target_weights[k];
    factors_[k] = {c, c * whole.means[k]};
    mean_square_ += c * whole.means[k] * whole.means[k];
  }
  reset();
}

void LabelRows::Side::reset() {
  held_.assign(factors_.size(), 0.0);
  weight_ = squares_ = squared_ = crossed_ = 0.0;
}

void LabelRows::Side::write(double* out) const {
  Summary::write(weight_, squares_, part(square_of_sums(), weight_), first(), out);
}

void LabelRows::Side::write_rest(double* out) const {
  const double weight = whole_.sums[0] - weight_;
  Summary::write(weight, whole_.squares - squares_, part(square_of_sums(), weight), -first(), out);
}

}  // namespace arboretum::general
