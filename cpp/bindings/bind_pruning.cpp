#include <nanobind/stl/optional.h>

#include "arboretum/prune/price_steps.hpp"
#include "arboretum/prune/raise_subtrees.hpp"
#include "arboretum/prune/rpart_growth.hpp"
#include "arboretum/prune/weakest_links.hpp"
#include "arrays.hpp"
#include "look.hpp"
#include "module.hpp"
#include "tree_arrays.hpp"

namespace arboretum {
namespace {

using Kernel = std::vector<double> (*)(std::span<const std::int32_t>, std::span<const double>);

Array<double> for_each_node(Kernel kernel, const Vector<std::int32_t>& parent,
                            const Vector<double>& given, const char* name) {
  const auto parents = span_of<std::int32_t>(parent, "parent");
  const auto numbers = span_of<double>(given, name);
  return to_numpy(unlocked([&] { return kernel(parents, numbers); }));
}

template <Kernel kernel>
Array<double> prices_of(const Vector<std::int32_t>& parent, const Vector<double>& risk) {
  return for_each_node(kernel, parent, risk, "risk");
}

Array<double> minima_of(const Vector<std::int32_t>& parent, const Vector<double>& number) {
  return for_each_node(path_minima, parent, number, "number");
}

Array<std::uint8_t> splits_by_rpart(const Vector<std::int32_t>& parent, const Vector<double>& risk,
                                    const Vector<double>& place, double price) {
  const auto parents = span_of<std::int32_t>(parent, "parent");
  const auto risks = span_of<double>(risk, "risk");
  const auto places = span_of<double>(place, "place");
  const std::vector<bool> found =
      unlocked([&] { return splits_of_rpart(parents, risks, places, price); });
  return to_numpy(std::vector<std::uint8_t>(found.begin(), found.end()));
}

Array<double, 2> saved(const Vector<std::int64_t>& start, const Vector<std::int32_t>& node,
                       const Vector<double>& loss, const Vector<double>& weight,
                       const Vector<double>& squared_weight, const Vector<double>& price,
                       const Vector<double>& asked) {
  const CostsAlongPaths costs{span_of<std::int64_t>(start, "start"),
                              span_of<std::int32_t>(node, "node"), span_of<double>(loss, "loss"),
                              span_of<double>(weight, "weight"),
                              span_of<double>(squared_weight, "squared_weight")};
  const auto prices = span_of<double>(price, "price"), some = span_of<double>(asked, "asked");
  return to_numpy<2>(unlocked([&] { return saved_by_step(costs, prices, some); }),
                     {3, asked.size() + 1});
}

template <class T>
Array<double, 2> saved_down_tree(const nb::dict& tree, const ColumnList& columns,
                                 const Vector<T>& predicted, const Vector<T>& truth,
                                 const Vector<double>& weight, const Vector<double>& squared_weight,
                                 const Vector<double>& price, const Vector<double>& asked,
                                 const std::optional<Matrix<double>>& table) {
  const Columns held(columns);
  RowsOfTree<T> rows{tree_of(tree),
                     held.views,
                     span_of<T>(predicted, "predicted"),
                     span_of<T>(truth, "truth"),
                     span_of<double>(weight, "weight"),
                     span_of<double>(squared_weight, "squared_weight"),
                     {}};
  if (table) {
    rows.table = {aligned<double>(table->data(), "table"), table->size()};
    rows.n_classes = std::min(table->shape(0), table->shape(1));
    check_length("table", table->size(), rows.n_classes * rows.n_classes);
  }
  const auto prices = span_of<double>(price, "price"), some = span_of<double>(asked, "asked");
  return to_numpy<2>(unlocked([&] { return saved_at_prices(rows, prices, some); }),
                     {3, asked.size()});
}

/// Confidence, normal deviate, share of the others, least number of these.
using Limit = std::tuple<double, double, double, double>;

ErrorLimit limit_of(const Limit& given) {
  const auto [confidence, deviate, of_the_others, least] = given;
  return {confidence, deviate, of_the_others, least};
}

Array<double> extra_errors(const Vector<double>& n, const Vector<double>& errors,
                           const Limit& limit) {
  const auto samples = span_of<double>(n, "n");
  const auto wrong = span_of<double>(errors, "errors");
  check_length("errors", wrong.size(), samples.size());
  const ErrorLimit upper = limit_of(limit);
  std::vector<double> extra(samples.size());
  for (std::size_t i = 0; i < extra.size(); ++i) extra[i] = upper.extra(samples[i], wrong[i]);
  return to_numpy(std::move(extra));
}

nb::dict raise(const nb::dict& tree, const std::optional<nb::dict>& surrogates,
               const ColumnList& columns, const Matrix<std::int32_t>& codes,
               const Vector<std::int64_t>& blocks, const Vector<double>& weights,
               const Vector<double>& counts, const std::optional<Matrix<double>>& costs,
               const Limit& limit) {
  const Columns held(columns);
  std::optional<SurrogateView> others;
  if (surrogates) others = surrogates_of(*surrogates);
  const std::span<const double> costs_given =
      costs ? std::span(aligned<double>(costs->data(), "costs"), costs->size())
            : std::span<const double>{};
  const TrainingRows rows{
      held.views,
      {aligned<std::int32_t>(codes.data(), "codes"), codes.size()},
      span_of<std::int64_t>(blocks, "blocks"),
      span_of<double>(weights, "weights"),
      span_of<double>(counts, "counts"),
      costs_given,
  };
  const TreeView view = tree_of(tree);
  RaisedTree found = with_pulse(
      [&](Pulse& pulse) { return raise_subtrees(view, others, rows, limit_of(limit), pulse); });
  const std::array<std::size_t, 2> shape{found.parent.size(), rows.width()};
  nb::dict result;
  result["parent"] = to_numpy(std::move(found.parent));
  result["place"] = to_numpy(std::move(found.place));
  result["asks"] = to_numpy(std::move(found.asks));
  result["moved"] = to_numpy(std::move(found.moved));
  result["n_samples"] = to_numpy(std::move(found.n_samples));
  result["values"] = to_numpy<2>(std::move(found.values), shape);
  return result;
}

}  // namespace

void bind_pruning(nb::module_& m) {
  m.def("weakest_links", &prices_of<weakest_links>, "parent"_array, "risk"_array,
        "Return the price per leaf at which each inner node becomes one; NaN for a leaf.");
  m.def("rpart_links", &prices_of<rpart_links>, "parent"_array, "risk"_array,
        "Return the same as rpart works it out; a price may be too low.");
  m.def("splits_of_rpart", &splits_by_rpart, "parent"_array, "risk"_array, "place"_array, "price"_a,
        "Return which nodes of a binary tree rpart would have split, as 0 or 1.");
  m.def("extra_errors", &extra_errors, "n"_array, "errors"_array, "limit"_a,
        "Return how many errors more than seen to expect among n samples.");
  m.def("raise_subtrees", &raise, "tree"_a, "surrogates"_a.none(), "columns"_a, "codes"_array,
        "blocks"_array, "weights"_array, "counts"_array, "costs"_array.none(), "limit"_a,
        "Return a tree pruned by the errors to expect, branches raised: its columns by name.");
  m.def("saved_by_step", &saved, "start"_array, "node"_array, "loss"_array, "weight"_array,
        "squared_weight"_array, "price"_array, "asked"_array,
        "Return what going on from nodes saves, by how many asked prices are below theirs, "
        "(3, n + 1): sums of w l, w² l and w² l².");
  constexpr const char* down_tree =
      "Return what rows save at each asked price, the highest first, (3, n), that go down a tree, "
      "one branch each, whose nodes predict numbers, whose errors are squared, or classes, which "
      "cost what a table says.";
  m.def("saved_down_tree", &saved_down_tree<double>, "tree"_a, "columns"_a, "predicted"_array,
        "truth"_array, "weight"_array, "squared_weight"_array, "price"_array, "asked"_array,
        "table"_array = nb::none(), down_tree);
  m.def("saved_down_tree", &saved_down_tree<std::int32_t>, "tree"_a, "columns"_a, "predicted"_array,
        "truth"_array, "weight"_array, "squared_weight"_array, "price"_array, "asked"_array,
        "table"_array = nb::none(), down_tree);
  m.def("path_minima", &minima_of, "parent"_array, "number"_array,
        "Return the smallest number on the way from the root to each node.");
}

}  // namespace arboretum
