#include "arboretum/weakest_links.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

using Links = std::vector<double> (*)(std::span<const std::int32_t>, std::span<const double>);

template <Links links>
Array<double> prices_of(const Vector<std::int32_t>& parent, const Vector<double>& risk) {
  const auto parents = span_of<std::int32_t>(parent, "parent");
  const auto risks = span_of<double>(risk, "risk");
  std::vector<double> prices;
  {
    nb::gil_scoped_release unlocked;
    prices = links(parents, risks);
  }
  return to_numpy(std::move(prices));
}

}  // namespace

void bind_pruning(nb::module_& m) {
  m.def("weakest_links", &prices_of<weakest_links>, "parent"_a.noconvert(), "risk"_a.noconvert(),
        "Return the price a leaf at which each inner node becomes one; NaN for a leaf.");
  m.def("rpart_links", &prices_of<rpart_links>, "parent"_a.noconvert(), "risk"_a.noconvert(),
        "Return the same as rpart works it out; a price may be too low.");
}

}  // namespace arboretum
