#include "arboretum/statistics/first_seen.hpp"
#include "arboretum/statistics/rank.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

template <class T>
std::pair<Array<double>, Array<std::int32_t>> rank_column(const Strided<T>& values) {
  const Column<T> column = column_of<T>(values, "values");
  Ranks ranks;
  {
    nb::gil_scoped_release unlocked;
    ranks = rank(column);
  }
  return {to_numpy(std::move(ranks.distinct)), to_numpy(std::move(ranks.codes))};
}

std::pair<Array<std::int64_t>, Array<std::int32_t>> first_seen_of(
    const Vector<std::int64_t>& values) {
  const auto numbers = span_of<std::int64_t>(values, "values");
  FirstSeen seen;
  {
    nb::gil_scoped_release unlocked;
    seen = first_seen(numbers);
  }
  return {to_numpy(std::move(seen.at)), to_numpy(std::move(seen.codes))};
}

constexpr const char* kRankDoc =
    "Return (distinct values ascending, code of each row); NaN is missing and has code -1.";

}  // namespace

void bind_rank(nb::module_& m) {
  m.def("rank", &rank_column<double>, "values"_a.noconvert(), kRankDoc);
  m.def("rank", &rank_column<float>, "values"_a.noconvert(), kRankDoc);
  m.def("first_seen", &first_seen_of, "values"_a.noconvert(),
        "Return (where each different value comes first, which of them stands in each place).");
}

}  // namespace arboretum
