#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

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

void bind_stretches(nb::module_& m) {
  const char* what = "Return some stretches of an array, one behind the other.";
  m.def("take_stretches", &take_stretches<double>, "values"_a.noconvert(), "start"_a.noconvert(),
        "count"_a.noconvert(), what);
  m.def("take_stretches", &take_stretches<std::int32_t>, "values"_a.noconvert(),
        "start"_a.noconvert(), "count"_a.noconvert(), what);
}

}  // namespace arboretum
