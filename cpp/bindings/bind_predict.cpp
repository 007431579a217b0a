#include <nanobind/stl/optional.h>

#include "arboretum/predict/predict.hpp"
#include "arrays.hpp"
#include "look.hpp"
#include "module.hpp"
#include "tree_arrays.hpp"

namespace arboretum {
namespace {

using AnyTable = nb::ndarray<nb::ro, nb::ndim<2>, nb::device::cpu>;

template <class T>
MatrixView<T> view_of(const AnyTable& array) {
  return {aligned<T>(array.data(), "matrix"), array.shape(0), array.shape(1),
          static_cast<std::ptrdiff_t>(array.stride(0)),
          static_cast<std::ptrdiff_t>(array.stride(1))};
}

AnyMatrix matrix_of(const AnyTable& array) {
  if (array.dtype() == nb::dtype<double>()) return view_of<double>(array);
  if (array.dtype() == nb::dtype<float>()) return view_of<float>(array);
  refuse("matrix is neither float64 nor float32");
}

std::size_t checked_threads(std::int64_t n_threads) {
  if (n_threads < 1) refuse("n_threads is " + std::to_string(n_threads) + "; it is at least 1");
  return static_cast<std::size_t>(n_threads);
}

void make_predictor(Predictor* self, const Vector<std::int32_t>& feature,
                    const Vector<std::int8_t>& kind, const Vector<std::int32_t>& missing_branch,
                    const Vector<std::int64_t>& value_start,
                    const Vector<std::int32_t>& value_count, const Vector<double>& thresholds,
                    const Vector<std::int32_t>& branches, const Vector<std::int64_t>& child_start,
                    const Vector<std::int32_t>& children, std::size_t n_features,
                    const std::optional<Vector<double>>& weight,
                    const std::optional<nb::dict>& surrogates) {
  const TreeView tree{
      {span_of<std::int32_t>(feature, "feature"), span_of<std::int8_t>(kind, "kind"),
       span_of<std::int32_t>(missing_branch, "missing_branch"),
       span_of<std::int64_t>(value_start, "value_start"),
       span_of<std::int32_t>(value_count, "value_count"), span_of<double>(thresholds, "thresholds"),
       span_of<std::int32_t>(branches, "branches")},
      span_of<std::int64_t>(child_start, "child_start"),
      span_of<std::int32_t>(children, "children")};
  std::optional<SurrogateView> others;
  if (surrogates) others = surrogates_of(*surrogates);
  const auto weights = weight ? span_of<double>(*weight, "weight") : std::span<const double>{};
  new (self) Predictor(tree, n_features, weights, others);
}

Array<std::int32_t> find_leaves(const Predictor& predictor, const ColumnList& columns,
                                std::int64_t n_threads) {
  const Columns held(columns);
  const std::size_t threads = checked_threads(n_threads);
  return to_numpy(
      with_pulse([&](Pulse& pulse) { return predictor.leaves(held.views, threads, pulse); }));
}

/// What `walk(matrix, threads, pulse)` finds, without the interpreter.
template <class T, class Walk>
std::optional<Array<T>> walked(const AnyTable& matrix, std::int64_t n_threads, const Walk& walk) {
  const AnyMatrix view = matrix_of(matrix);
  const std::size_t threads = checked_threads(n_threads);
  std::optional<std::vector<T>> result =
      with_pulse([&](Pulse& pulse) { return walk(view, threads, pulse); });
  if (!result) return std::nullopt;
  return to_numpy(std::move(*result));
}

std::optional<Array<std::int32_t>> find_leaves_of_matrix(const Predictor& predictor,
                                                         const AnyTable& matrix,
                                                         std::int64_t n_threads) {
  return walked<std::int32_t>(matrix, n_threads,
                              [&](const AnyMatrix& view, std::size_t threads, Pulse& pulse) {
                                return predictor.leaves(view, threads, pulse);
                              });
}

template <class T>
std::optional<Array<T>> find_values(const Predictor& predictor, const AnyTable& matrix,
                                    const Vector<T>& values, std::int64_t n_threads) {
  const std::span<const T> of_nodes = span_of<T>(values, "values");
  return walked<T>(matrix, n_threads,
                   [&](const AnyMatrix& view, std::size_t threads, Pulse& pulse) {
                     return predictor.values(view, of_nodes, threads, pulse);
                   });
}

using PartsTuple = std::tuple<Array<std::int64_t>, Array<std::int32_t>, Array<double>>;

template <class Source>
PartsTuple parts_of(const Predictor& predictor, const Source& source,
                    const Vector<std::int32_t>& rows, const Vector<std::int32_t>& starts,
                    bool keeps_all, std::int64_t n_threads) {
  const auto of_rows = span_of<std::int32_t>(rows, "rows");
  const auto from = span_of<std::int32_t>(starts, "starts");
  const std::size_t threads = checked_threads(n_threads);
  Parts result = with_pulse([&](Pulse& pulse) {
    return predictor.parts(source, of_rows, from, keeps_all, threads, pulse);
  });
  return {to_numpy(std::move(result.start)), to_numpy(std::move(result.nodes)),
          to_numpy(std::move(result.shares))};
}

PartsTuple find_parts(const Predictor& predictor, const ColumnList& columns,
                      const Vector<std::int32_t>& rows, const Vector<std::int32_t>& starts,
                      bool keeps_all, std::int64_t n_threads) {
  const Columns held(columns);
  return parts_of(predictor, std::span<const AnyColumn>(held.views), rows, starts, keeps_all,
                  n_threads);
}

PartsTuple find_parts_of_matrix(const Predictor& predictor, const AnyTable& matrix,
                                const Vector<std::int32_t>& rows,
                                const Vector<std::int32_t>& starts, bool keeps_all,
                                std::int64_t n_threads) {
  return parts_of(predictor, matrix_of(matrix), rows, starts, keeps_all, n_threads);
}

std::pair<Array<std::int64_t>, Array<std::int32_t>> find_paths(const Predictor& predictor,
                                                               const Vector<std::int32_t>& leaves,
                                                               std::int64_t n_threads) {
  const std::span<const std::int32_t> ends = span_of<std::int32_t>(leaves, "leaves");
  const std::size_t threads = checked_threads(n_threads);
  Paths result = with_pulse([&](Pulse& pulse) { return predictor.paths(ends, threads, pulse); });
  return {to_numpy(std::move(result.indptr)), to_numpy(std::move(result.indices))};
}

std::pair<Array<std::int64_t>, Array<std::int32_t>> find_children(
    const Vector<std::int32_t>& parent) {
  Children found = children_of(span_of<std::int32_t>(parent, "parent"));
  return {to_numpy(std::move(found.start)), to_numpy(std::move(found.flat))};
}

}  // namespace

void bind_predict(nb::module_& m) {
  // A tree that is still held when Python ends is no mistake of its user.
  nb::set_leak_warnings(false);
  nb::class_<Predictor>(m, "Predictor",
                        "A tree made ready to route rows: checked and laid out once.")
      .def("__init__", &make_predictor, "feature"_array, "kind"_array, "missing_branch"_array,
           "value_start"_array, "value_count"_array, "thresholds"_array, "branches"_array,
           "child_start"_array, "children"_array, "n_features"_a, "weight"_array = nb::none(),
           "surrogates"_a = nb::none())
      .def_prop_ro("spreads", &Predictor::spreads,
                   "Whether some node sends rows that cannot answer down every branch.")
      .def("leaves", &find_leaves, "columns"_a, "n_threads"_a = 1,
           "Return the node where each row ends; columns holds one array per feature.")
      .def("leaves_of_matrix", &find_leaves_of_matrix, "matrix"_array, "n_threads"_a = 1,
           "Return the node where each row ends, or None if a number is infinite.")
      .def("values_of_matrix", &find_values<std::uint8_t>, "matrix"_array, "values"_array,
           "n_threads"_a = 1,
           "The same with what values, of whole numbers of 1 or 8 bytes, has for that node.")
      .def("values_of_matrix", &find_values<std::uint64_t>, "matrix"_array, "values"_array,
           "n_threads"_a = 1,
           "The same with what values, of whole numbers of 1 or 8 bytes, has for that node.")
      .def("parts", &find_parts, "columns"_a, "rows"_array, "starts"_array, "keeps_all"_a = false,
           "n_threads"_a = 1,
           "Return (start, nodes, shares): where parts of some rows end that begin at starts, or "
           "with keeps_all every node they visit.")
      .def("parts_of_matrix", &find_parts_of_matrix, "matrix"_array, "rows"_array, "starts"_array,
           "keeps_all"_a = false, "n_threads"_a = 1, "The same of the rows of a matrix of numbers.")
      .def("paths", &find_paths, "leaves"_array, "n_threads"_a = 1,
           "Return (indptr, indices): the nodes from the root down to each of the leaves.");
  m.def("children_of", &find_children, "parent"_array,
        "Return where the children of each node start in one flat array, and that array.");
}

}  // namespace arboretum
