#include <chrono>

#include "arboretum/optimal/solve.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

using namespace optimal;

/// Takes the interpreter's lock, ten times a second at most: an interrupt ends the search, which
/// then returns what it has; a callback is told how far it is.
class AskPython {
 public:
  explicit AskPython(nb::object progress) : progress_(std::move(progress)) {}

  bool operator()(double best, double bound) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return true;
    last_ = now;
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) {
      if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nb::python_error();
      PyErr_Clear();
      return false;
    }
    if (!progress_.is_none()) progress_(best, bound);
    return true;
  }

 private:
  nb::object progress_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::vector<optimal::Column> columns_of(const Matrix<std::int32_t>& ranks,
                                        const Vector<std::uint8_t>& needs_last_rank) {
  const std::size_t n_columns = ranks.shape(0), n_rows = ranks.shape(1);
  check_length("needs_last_rank", needs_last_rank.size(), n_columns);
  const auto cells = cells_of<std::int32_t>(ranks, "ranks");
  const auto flags = span_of<std::uint8_t>(needs_last_rank, "needs_last_rank");
  std::vector<optimal::Column> columns;
  for (std::size_t c = 0; c < n_columns; ++c) {
    const auto own = cells.subspan(c * n_rows, n_rows);
    const auto [least, largest] = std::minmax_element(own.begin(), own.end());
    if (*least < 0) refuse("ranks must not be negative");
    columns.push_back({own, *largest + 1, flags[c] != 0});
  }
  return columns;
}

Limits limits_of(const nb::dict& given) {
  Limits limits;
  limits.max_depth = nb::cast<int>(given["max_depth"]);
  limits.max_leaves = nb::cast<int>(given["max_leaves"]);
  limits.min_count = nb::cast<std::int64_t>(given["min_count"]);
  limits.seconds = nb::cast<double>(given["seconds"]);
  limits.bytes = nb::cast<std::size_t>(given["bytes"]);
  limits.work = nb::cast<std::uint64_t>(given["work"]);
  return limits;
}

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
nb::dict solved(const Matrix<std::int32_t>& ranks, const Vector<std::uint8_t>& needs_last_rank,
                const Vector<std::int64_t>& count, Costs costs, typename Costs::Value alpha,
                const nb::dict& limits, nb::object progress) {
  const std::size_t n_rows = ranks.shape(1);
  check_length("count", count.size(), n_rows);
  if (n_rows == 0 || ranks.shape(0) == 0) refuse("there is nothing to ask about");
  const Problem<Costs> problem{n_rows,
                               columns_of(ranks, needs_last_rank),
                               span_of<std::int64_t>(count, "count"),
                               std::move(costs),
                               alpha,
                               limits_of(limits)};
  AskPython ask(std::move(progress));
  return to_dict(unlocked([&] { return best_tree(problem, std::ref(ask)); }));
}

nb::dict best_class_tree(const Matrix<std::int32_t>& ranks,
                         const Vector<std::uint8_t>& needs_last_rank,
                         const Vector<std::int64_t>& count, const Matrix<std::int32_t>& gains,
                         std::int64_t unit, std::int64_t alpha, const nb::dict& limits,
                         nb::object progress) {
  check_length("gains", gains.shape(0), ranks.shape(1));
  ClassCosts costs(cells_of<std::int32_t>(gains, "gains"), gains.shape(1), unit);
  return solved(ranks, needs_last_rank, count, std::move(costs), alpha, limits,
                std::move(progress));
}

nb::dict best_number_tree(const Matrix<std::int32_t>& ranks,
                          const Vector<std::uint8_t>& needs_last_rank,
                          const Vector<std::int64_t>& count, const Vector<double>& weight,
                          const Vector<double>& number, double alpha, const nb::dict& limits,
                          nb::object progress) {
  check_length("weight", weight.size(), ranks.shape(1));
  check_length("number", number.size(), ranks.shape(1));
  NumberCosts costs(span_of<double>(weight, "weight"), span_of<double>(number, "number"));
  return solved(ranks, needs_last_rank, count, std::move(costs), alpha, limits,
                std::move(progress));
}

}  // namespace

void bind_optimal(nb::module_& m) {
  m.def("best_class_tree", &best_class_tree, "ranks"_array, "needs_last_rank"_array, "count"_array,
        "gains"_array, "unit"_a, "alpha"_a, "limits"_a, "progress"_a.none() = nb::none(),
        "Search for the tree whose leaves cost least, and prove that none costs less.\n\n"
        "``ranks`` has a row per column; where ``needs_last_rank`` a column is asked about only "
        "at nodes with a row of its last rank.  ``gains`` has a row per row: what each class saves "
        "compared with the dearest, in units.  Returns the nodes, children after their parent, "
        "with what was proved and why the search ended; ``progress(cost, bound)`` is called "
        "meanwhile.");
  m.def("best_number_tree", &best_number_tree, "ranks"_array, "needs_last_rank"_array,
        "count"_array, "weight"_array, "number"_array, "alpha"_a, "limits"_a,
        "progress"_a.none() = nb::none(), "The same for numbers: the tree of least squared error.");
}

}  // namespace arboretum
