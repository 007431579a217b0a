#include "arboretum/optimal/solve.hpp"
#include "arrays.hpp"
#include "module.hpp"
#include "optimal_problem.hpp"

namespace arboretum {
namespace {

using namespace optimal;

template <class Value>
nb::dict to_dict(const Answer<Value>& answer) {
  static constexpr const char* names[] = {"proved", "time", "work", "interrupted"};
  const std::size_t n = answer.nodes.size();
  std::vector<std::int32_t> column(n), last_left(n), left(n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Node& node = answer.nodes[i];
    column[i] = node.split.column;
    last_left[i] = node.split.last_left;
    left[i] = node.left;
    right[i] = node.right;
  }
  nb::dict made;
  made["column"] = to_numpy(std::move(column));
  made["last_left"] = to_numpy(std::move(last_left));
  made["left"] = to_numpy(std::move(left));
  made["right"] = to_numpy(std::move(right));
  made["cost"] = answer.cost;
  made["bound"] = answer.bound;
  made["ended"] = names[std::size_t(answer.ended)];
  made["work"] = answer.work;
  made["forgot"] = answer.forgot;
  return made;
}

template <class Costs>
nb::dict solved(const optimal::Problem<Costs>& problem, const nb::object& ahead,
                nb::object progress) {
  AskPython ask(std::move(progress));
  if (!ahead.is_none()) {
    const nb::dict given = nb::cast<nb::dict>(ahead);
    const Ahead looks{nb::cast<int>(given["levels"]), nb::cast<std::int64_t>(given["min_split"])};
    return to_dict(unlocked([&] { return ahead_tree(problem, looks, std::ref(ask)); }));
  }
  return to_dict(unlocked([&] { return best_tree(problem, std::ref(ask)); }));
}

nb::dict best_class_tree(const Matrix<std::int32_t>& ranks,
                         const Vector<std::uint8_t>& needs_last_rank,
                         const Vector<std::int64_t>& count, const Matrix<std::int32_t>& gains,
                         std::int64_t unit, std::int64_t alpha, const nb::dict& limits,
                         const nb::object& ahead, nb::object progress) {
  return solved(
      problem_of(ranks, needs_last_rank, count, class_costs(ranks, gains, unit), alpha, limits),
      ahead, std::move(progress));
}

nb::dict best_number_tree(const Matrix<std::int32_t>& ranks,
                          const Vector<std::uint8_t>& needs_last_rank,
                          const Vector<std::int64_t>& count, const Vector<double>& weight,
                          const Vector<double>& number, double alpha, const nb::dict& limits,
                          const nb::object& ahead, nb::object progress) {
  return solved(
      problem_of(ranks, needs_last_rank, count, number_costs(ranks, weight, number), alpha, limits),
      ahead, std::move(progress));
}

}  // namespace

void bind_optimal(nb::module_& m) {
  m.def("best_class_tree", &best_class_tree, "ranks"_array, "needs_last_rank"_array, "count"_array,
        "gains"_array, "unit"_a, "alpha"_a, "limits"_a, "ahead"_a.none() = nb::none(),
        "progress"_a.none() = nb::none(),
        "Search for the tree whose leaves cost least, and prove that none costs less.\n\n"
        "``ranks`` has a row per column; where ``needs_last_rank`` a column is asked about only "
        "at nodes with a row of its last rank.  ``gains`` has a row per row: what each class saves "
        "compared with the dearest, in units.  Returns the nodes, children after their parent, "
        "with what was proved and why the search ended; ``progress(cost, bound)`` is called "
        "meanwhile.  With ``ahead`` a tree is grown that looks a few questions ahead, and progress "
        "is told the rows that are done and all there are.");
  m.def("best_number_tree", &best_number_tree, "ranks"_array, "needs_last_rank"_array,
        "count"_array, "weight"_array, "number"_array, "alpha"_a, "limits"_a,
        "ahead"_a.none() = nb::none(), "progress"_a.none() = nb::none(),
        "The same for numbers: the tree of least squared error.");
}

}  // namespace arboretum
