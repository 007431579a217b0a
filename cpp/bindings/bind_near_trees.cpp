#include "arboretum/optimal/count_trees.hpp"
#include "arboretum/optimal/near_trees.hpp"
#include "arboretum/optimal/share_trees.hpp"
#include "arrays.hpp"
#include "module.hpp"
#include "optimal_problem.hpp"

namespace arboretum {
namespace {

using optimal::NearTrees;

/// The trees with the price of a leaf, which counting needs, and how many ranks there were.
struct Near {
  NearTrees trees;
  std::int64_t alpha;
  std::size_t n_ranks;
};

Near near_class_trees(const Matrix<std::int32_t>& ranks,
                      const Vector<std::uint8_t>& needs_last_rank,
                      const Vector<std::int64_t>& count, const Matrix<std::int32_t>& gains,
                      std::int64_t unit, std::int64_t alpha, const nb::dict& limits,
                      std::int64_t budget, std::size_t most_asked, nb::object progress) {
  const auto problem =
      problem_of(ranks, needs_last_rank, count, class_costs(ranks, gains, unit), alpha, limits);
  AskPython ask(std::move(progress));
  return {unlocked([&] { return optimal::near_trees(problem, budget, most_asked, std::ref(ask)); }),
          alpha, ranks.size()};
}

/// One number of every entry of a list.
template <class T, class Read>
auto each(const std::vector<T>& list, const Read& read) {
  std::vector<decltype(read(list[0]))> values;
  values.reserve(list.size());
  for (const T& entry : list) values.push_back(read(entry));
  return to_numpy(std::move(values));
}

nb::dict to_dict(const Near& near) {
  using Node = NearTrees::Node;
  using Question = NearTrees::Question;
  using Name = NearTrees::Name;
  static constexpr const char* names[] = {"proved", "time", "work", "interrupted"};
  const NearTrees& trees = near.trees;
  nb::dict made;
  made["leaf"] = each(trees.nodes, [](const Node& node) { return node.leaf; });
  made["budget"] = each(trees.nodes, [](const Node& node) { return node.budget; });
  made["first"] = each(trees.nodes, [](const Node& node) { return node.first; });
  made["last"] = each(trees.nodes, [](const Node& node) { return node.last; });
  made["column"] = each(trees.questions, [](const Question& asked) { return asked.column; });
  made["last_left"] = each(trees.questions, [](const Question& asked) { return asked.last_left; });
  made["left"] = each(trees.questions, [](const Question& asked) { return asked.left; });
  made["right"] = each(trees.questions, [](const Question& asked) { return asked.right; });
  made["named"] = each(trees.other_names, [](const Name& name) { return name.question; });
  made["named_column"] = each(trees.other_names, [](const Name& name) { return name.column; });
  made["named_last_left"] =
      each(trees.other_names, [](const Name& name) { return name.last_left; });
  made["is_mirrored"] =
      each(trees.other_names, [](const Name& name) { return std::uint8_t(name.is_mirrored); });
  made["ended"] = trees.is_full ? "memory" : names[std::size_t(trees.ended)];
  return made;
}

/// Which trees are counted, as `optimal/wanted.py` says it; the dict keeps the arrays alive.
optimal::Wanted wanted_in(const nb::dict& given) {
  const optimal::Wanted wanted{
      span_in<std::uint8_t>(given, "may_ask"), span_in<std::uint64_t>(given, "bit"),
      nb::cast<int>(given["most_features"]), span_in<double>(given, "feature_cost"),
      nb::cast<double>(given["most_cost"])};
  if (wanted.feature_cost.size() != 0) check_length("feature_cost", wanted.feature_cost.size(), 64);
  return wanted;
}

nb::dict counts_of(const Near& near, const nb::dict& given) {
  const optimal::Wanted wanted = wanted_in(given);
  auto counts = unlocked([&] { return count_trees(near.trees, near.alpha, wanted); });
  nb::dict made;
  const std::size_t n_counts = counts.cost.size();
  made["first"] = to_numpy(std::move(counts.first));
  made["n"] = to_numpy(std::move(counts.n));
  made["cost"] = to_numpy(std::move(counts.cost));
  made["features"] = to_numpy(std::move(counts.features));
  made["digits"] = to_numpy<2>(std::move(counts.digits), {n_counts, counts.n_digits});
  return made;
}

auto decided_by(const Near& near, const Matrix<std::int32_t>& ranks,
                const Vector<std::uint8_t>& needs_last_rank, const Matrix<std::int32_t>& gains,
                const nb::dict& given, const Vector<std::int64_t>& cost,
                const Vector<std::uint64_t>& features) {
  check_length("features", features.size(), cost.size());
  check_length("ranks", ranks.size(), near.n_ranks);
  const optimal::Wanted wanted = wanted_in(given);
  const auto columns = columns_of(ranks, needs_last_rank);
  const optimal::ClassCosts costs = class_costs(ranks, gains, 1);
  optimal::Taken taken;
  for (std::size_t i = 0; i < cost.size(); ++i) taken.emplace_back(cost(i), features(i));
  const std::size_t n = costs.n_classes(), n_rows = ranks.shape(1);
  auto decided = unlocked(
      [&] { return deciding_trees(near.trees, columns, costs, near.alpha, wanted, taken); });
  return to_numpy<2>(std::move(decided), {n_rows, n});
}

}  // namespace

void bind_near_trees(nb::module_& m) {
  nb::class_<Near>(m, "NearTrees", "All trees that cost no more than a budget, as a graph.")
      .def("to_dict", &to_dict,
           "Nodes with what they cost as leaves and their questions from ``first`` to ``last``; "
           "questions with their columns and the nodes of their sides; other names of questions.")
      .def("count", &counts_of, "wanted"_a,
           "Count the trees of every node by what they cost and which features they ask.\n\n"
           "``wanted`` is that of ``optimal/wanted.py``.")
      .def("decide", &decided_by, "ranks"_array, "needs_last_rank"_array, "gains"_array, "wanted"_a,
           "cost"_array, "features"_array,
           "How many trees decide for each class of each row, of those that cost and ask one of "
           "``cost`` and ``features``, which ascend together.");
  m.def("near_class_trees", &near_class_trees, "ranks"_array, "needs_last_rank"_array,
        "count"_array, "gains"_array, "unit"_a, "alpha"_a, "limits"_a, "budget"_a,
        "most_asked"_a = 0, "progress"_a.none() = nb::none(),
        "Find all trees that cost ``budget`` or less; the rest as for ``best_class_tree``.\n\n"
        "Of each node only the ``most_asked`` cheapest questions are kept, unless that is 0.  "
        "``progress(done, known)`` is told how many nodes were looked at, of those known so far.");
}

}  // namespace arboretum
