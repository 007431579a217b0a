#include "arboretum/search_general/vector_rows.hpp"

namespace arboretum::general {
namespace {

bool are_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

double part(double square, double weight) { return weight > 0.0 ? square / weight : 0.0; }

}  // namespace

template <bool misses_cells>
void NumberRowsOf<misses_cells>::add(std::int32_t row, double* sums) const {
  const std::size_t d = layout_.n_targets();
  const double w = weights_[row], *y = of(row);
  double square = 0.0;
  for (std::size_t k = 0; k < d; ++k) {
    if constexpr (misses_cells) {
      if (std::isnan(y[k])) continue;
      sums[2 + d + k] += w;
    }
    sums[1 + k] += w * y[k];
    square += layout_.target_weights[k] * y[k] * y[k];
  }
  sums[0] += w;
  sums[1 + d] += w * square;
}

template <bool misses_cells>
bool NumberRowsOf<misses_cells>::are_alike(std::int32_t a, std::int32_t b) const {
  return std::equal(of(a), of(a) + layout_.n_targets(), of(b), are_same);
}

template <bool misses_cells>
void NumberRowsOf<misses_cells>::Side::reset() {
  away_.assign(rows_.layout_.n_targets(), 0.0);
  if constexpr (misses_cells) known_.assign(away_.size(), 0.0);
  weight_ = squares_ = 0.0;
}

template <bool misses_cells>
double NumberRowsOf<misses_cells>::Side::apart(double weight, bool of_rest) const {
  const VectorLayout& layout = rows_.layout_;
  double sum = 0.0;
  for (std::size_t k = 0; k < away_.size(); ++k) {
    const double c = layout.target_weights[k], away = away_[k];
    if constexpr (!misses_cells) {
      sum += c * away * away;
    } else if (!of_rest) {
      sum += c * part(away * away, known_[k]);
    } else {
      const double known = layout.known(whole_.sums.data(), k) - known_[k];
      // What rounding leaves of no cell at all must not divide.
      if (known > 1e-12 * known_[k]) sum += c * away * away / known;
    }
  }
  return misses_cells ? sum : part(sum, weight);
}

template class NumberRowsOf<false>;
template class NumberRowsOf<true>;

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
