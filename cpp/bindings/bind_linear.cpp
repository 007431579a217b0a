#include <nanobind/stl/string.h>

#include <string>

#include "arboretum/linear/fit.hpp"
#include "arboretum/linear/residuals.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

using linear::DropRule;
using linear::Fit;
using linear::FitOptions;
using linear::Samples;

Samples samples_of(const Matrix<double>& terms, const Vector<double>& targets,
                   const Strided<double>& weights, const Strided<double>& counts) {
  const Samples samples{
      {cells_of<double>(terms, "terms"), terms.shape(1), span_of<double>(targets, "targets"),
       column_of<double>(weights, "weights")},
      column_of<double>(counts, "counts")};
  check_length("terms", terms.shape(0), samples.n_rows());
  check_length("weights", samples.weights.size(), samples.n_rows());
  check_length("counts", samples.counts.size(), samples.n_rows());
  return samples;
}

/// Starts of stretches must rise from 0 to the end of what they part.
void check_starts(const char* name, std::span<const std::int64_t> starts, std::size_t end) {
  if (starts.empty() || starts.front() != 0 || !std::cmp_equal(starts.back(), end))
    refuse(std::string(name) + " must lead from 0 to " + std::to_string(end));
  for (std::size_t i = 1; i < starts.size(); ++i)
    if (starts[i] < starts[i - 1]) refuse(std::string(name) + " must not fall");
}

void check_within(const char* name, std::span<const std::int32_t> indices, std::size_t size) {
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (!is_within(indices[i], size))
      refuse(entry(name, i, indices[i]) + ", but there are " + std::to_string(size));
}

DropRule drop_rule_of(const std::string& name) {
  if (name == "none") return DropRule::none;
  if (name == "akaike") return DropRule::akaike;
  if (name == "quinlan") return DropRule::quinlan;
  refuse("drop '" + name + "' is not known");
}

nb::dict fit_models(const Matrix<double>& terms, const Vector<double>& targets,
                    const Strided<double>& weights, const Strided<double>& counts,
                    const Vector<std::int32_t>& rows, const Vector<std::int64_t>& begin,
                    const Vector<std::int64_t>& end, const Vector<std::int64_t>& start,
                    const Vector<std::int32_t>& term, const Vector<double>& scale,
                    const std::string& drop, double ridge) {
  const Samples samples = samples_of(terms, targets, weights, counts);
  const auto all_rows = span_of<std::int32_t>(rows, "rows");
  const auto begins = span_of<std::int64_t>(begin, "begin"),
             ends = span_of<std::int64_t>(end, "end"),
             starts = span_of<std::int64_t>(start, "start");
  const auto of_terms = span_of<std::int32_t>(term, "term");
  const FitOptions options{drop_rule_of(drop), ridge, span_of<double>(scale, "scale")};
  check_rows(all_rows, samples.n_rows());
  check_length("end", ends.size(), begins.size());
  check_length("start", starts.size(), begins.size() + 1);
  check_starts("start", starts, of_terms.size());
  check_within("term", of_terms, samples.n_terms);
  check_length("scale", options.scale.size(), samples.n_terms);
  for (std::size_t i = 0; i < begins.size(); ++i)
    if (begins[i] < 0 || begins[i] > ends[i] || std::cmp_greater(ends[i], all_rows.size()))
      refuse(entry("begin", i, begins[i]) + ", no part of the rows");

  std::vector<double> coefficient(of_terms.size());
  std::vector<Fit> fits(begins.size());
  unlocked([&] {
    for (std::size_t i = 0; i < fits.size(); ++i) {
      const auto first = static_cast<std::size_t>(starts[i]);
      const auto n_terms = static_cast<std::size_t>(starts[i + 1]) - first;
      const auto held = all_rows.subspan(static_cast<std::size_t>(begins[i]),
                                         static_cast<std::size_t>(ends[i] - begins[i]));
      fits[i] = linear::fit(samples, held, of_terms.subspan(first, n_terms), options,
                            std::span(coefficient).subspan(first, n_terms));
    }
  });
  const auto each = [&]<class T>(T Fit::* member) {
    std::vector<T> column;
    for (const Fit& fit : fits) column.push_back(fit.*member);
    return to_numpy(std::move(column));
  };
  nb::dict found;
  found["coefficient"] = to_numpy(std::move(coefficient));
  found["intercept"] = each(&Fit::intercept);
  found["risk"] = each(&Fit::risk);
  found["low"] = each(&Fit::low);
  found["high"] = each(&Fit::high);
  found["n_parameters"] = each(&Fit::n_parameters);
  return found;
}

Array<double> evaluate_models(const Matrix<double>& terms, const Vector<std::int32_t>& row,
                              const Vector<std::int32_t>& node, const Vector<std::int64_t>& start,
                              const Vector<std::int32_t>& term, const Vector<double>& coefficient,
                              const Vector<double>& intercept) {
  const auto cells = cells_of<double>(terms, "terms");
  const std::size_t n_terms = terms.shape(1);
  const auto rows = span_of<std::int32_t>(row, "row"), nodes = span_of<std::int32_t>(node, "node"),
             of_terms = span_of<std::int32_t>(term, "term");
  const auto starts = span_of<std::int64_t>(start, "start");
  const auto coefficients = span_of<double>(coefficient, "coefficient"),
             intercepts = span_of<double>(intercept, "intercept");
  check_rows(rows, terms.shape(0));
  check_length("node", nodes.size(), rows.size());
  check_length("start", starts.size(), intercepts.size() + 1);
  check_within("node", nodes, intercepts.size());
  check_starts("start", starts, of_terms.size());
  check_within("term", of_terms, n_terms);
  check_length("coefficient", coefficients.size(), of_terms.size());
  std::vector<double> values(rows.size());
  unlocked([&] {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double* of_row = cells.data() + static_cast<std::size_t>(rows[i]) * n_terms;
      double value = intercepts[nodes[i]];
      for (auto k = starts[nodes[i]]; k < starts[nodes[i] + 1]; ++k)
        value += coefficients[k] * of_row[of_terms[k]];
      values[i] = value;
    }
  });
  return to_numpy(std::move(values));
}

linear::Residuals residuals_of(const Matrix<double>& terms, const Vector<double>& targets,
                               const Strided<double>& weights, const std::string& kind,
                               double ridge) {
  if (kind != "full" && kind != "single") refuse("kind '" + kind + "' of fits is not known");
  return {{cells_of<double>(terms, "terms"), terms.shape(1), span_of<double>(targets, "targets"),
           column_of<double>(weights, "weights")},
          kind == "full" ? linear::FitKind::full : linear::FitKind::single,
          ridge};
}

void push(const linear::Residual& found, std::vector<double>& flat) {
  flat.insert(flat.end(), {found.weight, found.target, found.left});
}

Array<double, 2> residual_totals(const Matrix<double>& terms, const Vector<double>& targets,
                                 const Strided<double>& weights, const Vector<std::int32_t>& rows,
                                 const Vector<std::int64_t>& start, const std::string& kind,
                                 double ridge) {
  const bool is_of_remains = kind == "remaining";
  const linear::Residuals residuals =
      residuals_of(terms, targets, weights, is_of_remains ? "single" : kind, ridge);
  const auto all_rows = span_of<std::int32_t>(rows, "rows");
  const auto starts = span_of<std::int64_t>(start, "start");
  check_rows(all_rows, residuals.n_rows());
  check_starts("start", starts, all_rows.size());
  std::vector<double> flat;
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
      const auto begin = static_cast<std::size_t>(starts[i]);
      const auto held = all_rows.subspan(begin, static_cast<std::size_t>(starts[i + 1]) - begin);
      push(is_of_remains ? linear::residual_of_remains(residuals, held) : residuals.of(held), flat);
    }
  }
  return to_numpy<2>(std::move(flat), {starts.size() - 1, 3});
}

Array<double> remains(const Matrix<double>& terms, const Vector<double>& targets,
                      const Strided<double>& weights, const Vector<std::int32_t>& rows,
                      double ridge) {
  const linear::Residuals residuals = residuals_of(terms, targets, weights, "full", ridge);
  const auto all_rows = span_of<std::int32_t>(rows, "rows");
  check_rows(all_rows, residuals.n_rows());
  return to_numpy(unlocked([&] { return residuals.remains(all_rows); }));
}

std::pair<Array<std::int64_t>, Array<double, 3>> residual_cuts(
    const Matrix<double>& terms, const Vector<double>& targets, const Strided<double>& weights,
    const Vector<std::int32_t>& rows, const Vector<std::int32_t>& positions,
    const std::string& kind, double ridge, double slack) {
  const linear::Residuals residuals = residuals_of(terms, targets, weights, kind, ridge);
  const auto all_rows = span_of<std::int32_t>(rows, "rows"),
             all_positions = span_of<std::int32_t>(positions, "positions");
  check_rows(all_rows, residuals.n_rows());
  for (std::size_t i = 0; i < all_positions.size(); ++i)
    if (!is_within(all_positions[i], all_rows.size() + 1) ||
        (i > 0 && all_positions[i] <= all_positions[i - 1]))
      refuse(entry("positions", i, all_positions[i]) + ", but positions rise and are of rows");
  std::vector<linear::ResidualCut> found;
  std::vector<double> flat;
  std::vector<std::int64_t> numbers;
  {
    nb::gil_scoped_release unlocked;
    linear::NodeFit fit;
    if (slack >= 0.0) residuals.fit(all_rows, fit);
    residuals.cuts(all_rows, all_positions, {0, all_positions.size(), slack},
                   slack >= 0.0 ? &fit : nullptr, found);
    for (const linear::ResidualCut& cut : found) {
      numbers.push_back(static_cast<std::int64_t>(cut.cut));
      push(cut.first, flat);
      push(cut.rest, flat);
    }
  }
  return {to_numpy(std::move(numbers)), to_numpy<3>(std::move(flat), {found.size(), 2, 3})};
}

}  // namespace

void bind_linear(nb::module_& m) {
  m.def("fit_linear_models", &fit_models, "terms"_array, "targets"_array, "weights"_array,
        "counts"_array, "rows"_array, "begin"_array, "end"_array, "start"_array, "term"_array,
        "scale"_array, "drop"_a, "ridge"_a,
        "Fit a linear model to rows[begin[i]:end[i]] by term[start[i]:start[i + 1]] for each i.");
  m.def("evaluate_linear_models", &evaluate_models, "terms"_array, "row"_array, "node"_array,
        "start"_array, "term"_array, "coefficient"_array, "intercept"_array,
        "Return what the model of node[i] says of row[i] for each i.");
  m.def("residual_totals", &residual_totals, "terms"_array, "targets"_array, "weights"_array,
        "rows"_array, "start"_array, "kind"_a, "ridge"_a,
        "Return weight, sum of targets and squared residuals of the fit of each stretch of rows.");
  m.def("residual_remains", &remains, "terms"_array, "targets"_array, "weights"_array, "rows"_array,
        "ridge"_a, "Return what a fit of some rows by all terms leaves of the target of each.");
  m.def(
      "residual_cuts", &residual_cuts, "terms"_array, "targets"_array, "weights"_array,
      "rows"_array, "positions"_array, "kind"_a, "ridge"_a, "slack"_a,
      "Return the same of the rows before each position, and of those from it on, with the numbers "
      "of the positions: all, or with slack >= 0 at least those that are nearly the best.");
}

}  // namespace arboretum
