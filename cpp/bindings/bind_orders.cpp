#include "arboretum/statistics/description_length.hpp"
#include "arboretum/statistics/principal.hpp"
#include "arboretum/statistics/value_groups.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

Array<double> component(const Matrix<double>& points, const Vector<double>& weights) {
  check_length("points", points.shape(0), weights.size());
  const std::span flat{aligned<double>(points.data(), "points"), points.size()};
  const auto weight_span = span_of<double>(weights, "weights");
  std::vector<double> scores;
  {
    nb::gil_scoped_release unlocked;
    scores = first_component(flat, weight_span);
  }
  return to_numpy(std::move(scores));
}

Array<std::int64_t> cuts(const Matrix<double>& table) {
  const std::span flat{aligned<double>(table.data(), "table"), table.size()};
  std::vector<std::int64_t> found;
  {
    nb::gil_scoped_release unlocked;
    found = description_length_cuts(flat, table.shape(1));
  }
  return to_numpy(std::move(found));
}

Array<std::int32_t> groups(const Matrix<double>& table, double missing) {
  const std::span flat{aligned<double>(table.data(), "table"), table.size()};
  std::vector<std::int32_t> labels;
  {
    nb::gil_scoped_release unlocked;
    labels = value_groups(flat, table.shape(1), missing);
  }
  return to_numpy(std::move(labels));
}

}  // namespace

void bind_orders(nb::module_& m) {
  m.def("first_component", &component, "points"_a.noconvert(), "weights"_a.noconvert(),
        "Return where each point lies along the direction of largest spread, from -1 to 1.");
  m.def("description_length_cuts", &cuts, "table"_a.noconvert(),
        "Return the positions after which to cut bins of class weights, ascending.");
  m.def("value_groups", &groups, "table"_a.noconvert(), "missing"_a,
        "Return the group of each bin of class weights, merged for the highest gain ratio.");
}

}  // namespace arboretum
