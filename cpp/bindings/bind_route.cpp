#include "arboretum/predict/route.hpp"
#include "arrays.hpp"
#include "module.hpp"
#include "tree_arrays.hpp"

namespace arboretum {
namespace {

std::pair<Array<std::int32_t>, Array<std::int64_t>> route_rows(
    const AnyArray& column, const Vector<std::int32_t>& rows, int kind,
    const Vector<double>& thresholds, const Vector<std::int32_t>& branches,
    std::int32_t missing_branch, std::int32_t arity) {
  if (kind < 0 || kind > 2) refuse("kind is " + std::to_string(kind) + "; it is 0, 1 or 2");
  const SplitView split{static_cast<SplitKind>(kind), span_of<double>(thresholds, "thresholds"),
                        span_of<std::int32_t>(branches, "branches"), missing_branch};
  const AnyColumn values = any_column(column, "column");
  const auto row_span = span_of<std::int32_t>(rows, "rows");
  Routed routed;
  {
    nb::gil_scoped_release unlocked;
    routed =
        std::visit([&](const auto& known) { return route(known, row_span, split, arity); }, values);
  }
  return {to_numpy(std::move(routed.rows)), to_numpy(std::move(routed.offsets))};
}

}  // namespace

void bind_route(nb::module_& m) {
  m.def("route", &route_rows, "column"_a.noconvert(), "rows"_a.noconvert(), "kind"_a,
        "thresholds"_a.noconvert(), "branches"_a.noconvert(), "missing_branch"_a, "arity"_a,
        "Return (rows grouped by branch, offsets of the groups); the last group stays.");
}

}  // namespace arboretum
