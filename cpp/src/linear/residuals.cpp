#include "arboretum/linear/residuals.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "arboretum/core/check.hpp"
#include "arboretum/core/pages.hpp"
#include "bounded_search.hpp"
#include "cut_search.hpp"
#include "fit_sums.hpp"
#include "line_search.hpp"
#include "node_sums.hpp"

namespace arboretum::linear {

Residuals::Residuals(const ModelRows& rows, FitKind kind, double ridge)
    : rows_(rows), kind_(kind), ridge_(ridge) {
  check_length("terms", rows.terms.size(), rows.n_terms * n_rows());
  check_length("weights", rows.weights.size(), n_rows());
}

/// Runs some work on the sums of some rows, of the kind that is asked for.
template <class Work>
void Residuals::with_sums(std::span<const std::int32_t> rows, const NodeFit* fit,
                          const Work& work) const {
  if (kind_ == FitKind::full) {
    NodeSums<FullSums> node(rows_, ridge_, rows, fit);
    work(node);
  } else {
    NodeSums<SingleSums> node(rows_, ridge_, rows, fit);
    work(node);
  }
}

Residual Residuals::of(std::span<const std::int32_t> rows) const {
  Residual found;
  with_sums(rows, nullptr, [&](auto& node) {
    std::vector<double> sums(node.width(), 0.0);
    node.add(0, rows.size(), sums.data());
    found = node.residual(sums.data());
  });
  return found;
}

bool Residuals::is_constant(std::span<const std::int32_t> rows, std::size_t term) const {
  const auto value = [&](std::int32_t row) { return rows_.of(row)[term]; };
  return std::ranges::all_of(rows, [&](std::int32_t row) { return value(row) == value(rows[0]); });
}

Packing Residuals::packing() const {
  return kind_ == FitKind::full ? FullSums::packing(rows_.n_terms)
                                : SingleSums::packing(rows_.n_terms);
}

void Residuals::pack(std::span<const std::int32_t> rows, const Packing& packing,
                     NodeFit& out) const {
  const std::size_t n_lanes_in_all = rows.size() * packing.length() / fast::n_lanes;
  if (n_lanes_in_all > out.packed.capacity()) {
    out.packed.reserve(n_lanes_in_all);
    prefer_huge_pages(out.packed.data(), n_lanes_in_all * sizeof(Lanes));
  }
  out.packed.resize(n_lanes_in_all);
  out.place.resize(n_rows());
  std::int32_t next = 0;
  for (const std::int32_t row : rows) {
    out.place[row] = next++;
    double* to = out.row(row, packing);
    if (packing.first_term > 0) to[0] = 1.0;
    std::copy_n(rows_.of(row), rows_.n_terms, to + packing.first_term);
    to[packing.target()] = rows_.targets[row];
    to[packing.weight()] = rows_.weights[row];
    to[packing.residual()] = 0.0;
  }
}

void Residuals::fit(std::span<const std::int32_t> rows, NodeFit& out) const {
  pack(rows, packing(), out);
  with_sums(rows, &out, [&]<class Sums>(NodeSums<Sums>& node) {
    if constexpr (Sums::is_full) {
      std::vector<double> sums(node.width(), 0.0);
      node.add(0, rows.size(), sums.data());
      out.coefficients = node.sums().coefficients(sums.data());
      node.write_residuals(out.coefficients, out);
      find_explained(rows, node.sums(), out);
    }
  });
}

std::vector<double> Residuals::remains(std::span<const std::int32_t> rows) const {
  NodeSums<FullSums> node(rows_, ridge_, rows, nullptr);
  std::vector<double> sums(node.width(), 0.0);
  node.add(0, rows.size(), sums.data());
  return node.remains(node.sums().coefficients(sums.data()));
}

Residuals Residuals::with_targets(std::span<const double> targets) const {
  ModelRows rows = rows_;
  rows.targets = targets;
  return {rows, kind_, ridge_};
}

template <class Fitted>
void Residuals::find_explained(std::span<const std::int32_t> rows, const Fitted& fitted,
                               NodeFit& out) const {
  out.unexplained.assign(rows_.n_terms + 1, std::numeric_limits<double>::infinity());
  for (std::size_t k = 1; k <= rows_.n_terms; ++k) {
    const double squares = fitted.squares_about_mean(k);
    if (squares > 0.0 && fitted.pivot(k) < kNothing * squares)
      out.unexplained[k] = std::max(fitted.pivot(k), 0.0) + kNothing * squares;
    else if (squares == 0.0 && is_constant(rows, k - 1))
      out.unexplained[k] = 0.0;
  }
}

void Residuals::cuts(std::span<const std::int32_t> rows, std::span<const std::int32_t> positions,
                     WantedCuts wanted, const NodeFit* fit, std::vector<ResidualCut>& out) const {
  out.clear();
  if (wanted.begin >= wanted.end) return;
  with_sums(rows, fit, [&]<class Sums>(NodeSums<Sums>& node) {
    if constexpr (Sums::is_full)
      if (wanted.slack >= 0.0 && fit != nullptr)
        return BoundedSearch(node, rows.size(), positions, wanted, *fit).run(out);
    if constexpr (!Sums::is_full)
      if (wanted.slack >= 0.0) return LineSearch(node, rows.size(), positions, wanted).run(out);
    CutSearch<Sums>(node, rows.size(), positions, wanted).run(out);
  });
}

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
