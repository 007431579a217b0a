#include "arboretum/linear/remains.hpp"

#include <numeric>
#include <vector>

namespace arboretum::linear {

/// The rows are copied, one after another: a target for each of all rows would take longer to make
/// than a small node to fit.
Residual residual_of_remains(const Residuals& residuals, std::span<const std::int32_t> rows) {
  const ModelRows& all = residuals.rows();
  const std::vector<double> targets = residuals.remains(rows);
  std::vector<double> terms, weights;
  terms.reserve(rows.size() * all.n_terms);
  weights.reserve(rows.size());
  double sum = 0.0;
  for (const std::int32_t row : rows) {
    terms.insert(terms.end(), all.of(row), all.of(row) + all.n_terms);
    weights.push_back(all.weights[row]);
    sum += all.weights[row] * all.targets[row];
  }
  std::vector<std::int32_t> every(rows.size());
  std::iota(every.begin(), every.end(), 0);
  const ModelRows copied{terms, all.n_terms, targets,
                         Column<double>(weights.data(), weights.size())};
  Residual found = Residuals(copied, FitKind::single, residuals.ridge()).of(every);
  found.target = sum;
  return found;
}

}  // namespace arboretum::linear
