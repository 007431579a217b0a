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

template <class Value>
nb::dict to_dict(const Proof<Value>& proof) {
  static constexpr const char* names[] = {"proved", "interrupted", "too large", "refuted"};
  const auto of_claims = [&](auto read) {
    std::vector<decltype(read(proof.claims[0]))> values;
    for (const auto& claim : proof.claims) values.push_back(read(claim));
    return to_numpy(std::move(values));
  };
  std::vector<std::int32_t> cuts;
  for (const ProvedCut& cut : proof.cuts)
    for (std::int32_t value : {cut.column, cut.last_left, cut.leaves_left, cut.left, cut.right})
      cuts.push_back(value);
  nb::dict made;
  made["depth"] = of_claims([](const auto& claim) { return claim.depth; });
  made["leaves"] = of_claims([](const auto& claim) { return claim.leaves; });
  made["own"] = of_claims([](const auto& claim) { return claim.own; });
  made["free"] = of_claims([](const auto& claim) { return claim.free; });
  made["first_cut"] = of_claims([](const auto& claim) { return std::int64_t(claim.first_cut); });
  made["end_cut"] = of_claims([](const auto& claim) { return std::int64_t(claim.end_cut); });
  made["first_apart"] =
      of_claims([](const auto& claim) { return std::int64_t(claim.first_apart); });
  made["end_apart"] = of_claims([](const auto& claim) { return std::int64_t(claim.end_apart); });
  made["apart"] = to_numpy(std::vector<std::int64_t>(proof.apart.begin(), proof.apart.end()));
  made["cuts"] = to_numpy<2>(std::move(cuts), {proof.cuts.size(), 5});
  made["ended"] = names[std::size_t(proof.ended)];
  return made;
}

template <class Costs>
nb::dict proved(const optimal::Problem<Costs>& problem, typename Costs::Value bound,
                std::size_t most_claims, nb::object progress) {
  AskPython ask(std::move(progress));
  return to_dict(unlocked([&] { return prove(problem, bound, most_claims, std::ref(ask)); }));
}

nb::dict prove_class_tree(const Matrix<std::int32_t>& ranks,
                          const Vector<std::uint8_t>& needs_last_rank,
                          const Vector<std::int64_t>& count, const Matrix<std::int32_t>& gains,
                          std::int64_t unit, std::int64_t alpha, const nb::dict& limits,
                          std::int64_t bound, std::size_t most_claims, nb::object progress) {
  return proved(
      problem_of(ranks, needs_last_rank, count, class_costs(ranks, gains, unit), alpha, limits),
      bound, most_claims, std::move(progress));
}

nb::dict prove_number_tree(const Matrix<std::int32_t>& ranks,
                           const Vector<std::uint8_t>& needs_last_rank,
                           const Vector<std::int64_t>& count, const Vector<double>& weight,
                           const Vector<double>& number, double alpha, const nb::dict& limits,
                           double bound, std::size_t most_claims, nb::object progress) {
  return proved(
      problem_of(ranks, needs_last_rank, count, number_costs(ranks, weight, number), alpha, limits),
      bound, most_claims, std::move(progress));
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
  m.def(
      "prove_class_tree", &prove_class_tree, "ranks"_array, "needs_last_rank"_array, "count"_array,
      "gains"_array, "unit"_a, "alpha"_a, "limits"_a, "bound"_a, "most_claims"_a,
      "progress"_a.none() = nb::none(),
      "Write down why every tree costs at least what ``best_class_tree`` said.\n\n"
      "Returns claims, those of sides before those that use them, the last of all rows; each "
      "has cuts from ``first_cut`` to ``end_cut``: column, last rank on the left, leaves on the "
      "left, and the claims of both sides, -1 for none; or in ``apart``, from ``first_apart`` to "
      "``end_apart``, rows of which no two can share a leaf.  ``progress(all, done)`` is told how "
      "many columns are done.");
  m.def("prove_number_tree", &prove_number_tree, "ranks"_array, "needs_last_rank"_array,
        "count"_array, "weight"_array, "number"_array, "alpha"_a, "limits"_a, "bound"_a,
        "most_claims"_a, "progress"_a.none() = nb::none(), "The same for numbers.");
}

}  // namespace arboretum
