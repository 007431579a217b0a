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
  Routed routed = unlocked([&] {
    return std::visit([&](const auto& known) { return route(known, row_span, split, arity); },
                      values);
  });
  return {to_numpy(std::move(routed.rows)), to_numpy(std::move(routed.offsets))};
}

template <class T>
Array<T> take_stretches(const Vector<T>& values, const Vector<std::int64_t>& start,
                        const Vector<std::int32_t>& count) {
  const auto from = span_of<T>(values, "values");
  const auto starts = span_of<std::int64_t>(start, "start");
  const auto counts = span_of<std::int32_t>(count, "count");
  check_length("count", counts.size(), starts.size());
  const auto n_values = static_cast<std::int64_t>(from.size());
  std::size_t n_taken = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] < 0 || counts[i] < 0 || starts[i] > n_values - counts[i])
      refuse(entry("start", i, starts[i]) + " and " + entry("count", i, counts[i]) +
             ", but there are " + std::to_string(n_values) + " values");
    n_taken += static_cast<std::size_t>(counts[i]);
  }
  std::vector<T> taken;
  taken.reserve(n_taken);
  for (std::size_t i = 0; i < starts.size(); ++i)
    taken.insert(taken.end(), from.begin() + starts[i], from.begin() + starts[i] + counts[i]);
  return to_numpy(std::move(taken));
}

}  // namespace

void bind_splits(nb::module_& m) {
  m.def("route", &route_rows, "column"_array, "rows"_array, "kind"_a, "thresholds"_array,
        "branches"_array, "missing_branch"_a, "arity"_a,
        "Return (rows grouped by branch, offsets of the groups); the last group stays.");
  const char* what = "Return some stretches of an array, one behind the other.";
  m.def("take_stretches", &take_stretches<double>, "values"_array, "start"_array, "count"_array,
        what);
  m.def("take_stretches", &take_stretches<std::int32_t>, "values"_array, "start"_array,
        "count"_array, what);
}

}  // namespace arboretum
