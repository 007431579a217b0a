#include "arboretum/rank.hpp"
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

constexpr const char* kRankDoc =
    "Return (distinct values ascending, code of each row); NaN is missing and has code -1.";

}  // namespace

void bind_rank(nb::module_& m) {
  m.def("rank", &rank_column<double>, "values"_a.noconvert(), kRankDoc);
  m.def("rank", &rank_column<float>, "values"_a.noconvert(), kRankDoc);
}

}  // namespace arboretum
