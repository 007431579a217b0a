#include "arboretum/statistics/deviation.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

Array<double, 2> cuts(const Vector<std::int32_t>& groups, const Strided<double>& values,
                      const Strided<double>& weights) {
  const auto group_span = span_of<std::int32_t>(groups, "groups");
  const auto value_column = column_of<double>(values, "values");
  const auto weight_column = column_of<double>(weights, "weights");
  std::vector<double> flat;
  {
    nb::gil_scoped_release unlocked;
    for (const DeviationCut& cut : deviation_cuts(group_span, value_column, weight_column))
      flat.insert(flat.end(),
                  {cut.first.weight, cut.first.deviation, cut.rest.weight, cut.rest.deviation});
  }
  const std::size_t n_cuts = flat.size() / 4;
  return to_numpy<2>(std::move(flat), {n_cuts, 4});
}

std::tuple<double, double, double> median(const Strided<double>& values,
                                          const Strided<double>& weights) {
  const auto value_column = column_of<double>(values, "values");
  const auto weight_column = column_of<double>(weights, "weights");
  Deviation result;
  {
    nb::gil_scoped_release unlocked;
    result = median_deviation(value_column, weight_column);
  }
  return {result.weight, result.deviation, result.median};
}

}  // namespace

void bind_deviation(nb::module_& m) {
  m.def("deviation_cuts", &cuts, "groups"_a.noconvert(), "values"_a.noconvert(),
        "weights"_a.noconvert(),
        "Return one row a cut between groups: weight and deviation of the first groups, weight "
        "and deviation of the others.");
  m.def("median_deviation", &median, "values"_a.noconvert(), "weights"_a.noconvert(),
        "Return (weight, sum of w * |y - median|, weighted median).");
}

}  // namespace arboretum
