#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "arboretum/core/simd.hpp"
#include "arboretum/search_fast/grow.hpp"
#include "arrays.hpp"
#include "features.hpp"
#include "grown_columns.hpp"
#include "look.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

/// The columns of a dataset with their bins, which any number of trees may be grown from.
class EncodedColumns {
 public:
  EncodedColumns(nb::list columns, const std::vector<std::string>& kinds,
                 const std::vector<std::int32_t>& n_categories, std::size_t n_rows,
                 std::size_t n_threads)
      : columns_(std::move(columns)), n_rows_(n_rows) {
    input_.features = features_of(columns_, kinds, n_categories, n_rows);
    with_pulse([&](Pulse& pulse) { encoded_.emplace(input_, n_rows, n_threads, pulse); });
  }
  EncodedColumns(const EncodedColumns&) = delete;
  EncodedColumns& operator=(const EncodedColumns&) = delete;

  std::size_t n_rows() const { return n_rows_; }
  const fast::Encoded& encoded() const { return *encoded_; }

 private:
  nb::list columns_;  ///< the arrays that the features are read from
  std::size_t n_rows_;
  fast::Input input_;
  std::optional<fast::Encoded> encoded_;
};

using Rows = std::optional<Vector<std::int64_t>>;

/// Which row each sample is: any of those that are there, ascending, each any number of times.
std::span<const std::int64_t> rows_of(const Rows& given, std::size_t n_samples,
                                      std::size_t n_rows) {
  check_length("the target", n_samples, given ? given->size() : n_rows);
  if (!given) return {};
  const std::span<const std::int64_t> rows = span_of<std::int64_t>(*given, "rows");
  if (!rows.empty() && (!is_within(rows.front(), n_rows) || !is_within(rows.back(), n_rows) ||
                        !std::ranges::is_sorted(rows)))
    refuse("rows must ascend, from 0 to less than " + std::to_string(n_rows));
  return rows;
}

fast::CriterionName criterion_of(const std::string& name) {
  using enum fast::CriterionName;
  static const std::map<std::string, fast::CriterionName> known{
      {"gini", gini},
      {"entropy", entropy},
      {"error", error},
      {"gain_ratio", gain_ratio},
      {"chi_square", chi_square},
      {"twoing", twoing},
      {"squared_error", squared_error},
      {"vector_variance", vector_variance}};
  if (const auto found = known.find(name); found != known.end()) return found->second;
  refuse("criterion '" + name + "' is not known to the native grower");
}

fast::Following following_of(const nb::dict& given) {
  fast::Following following;
  const int use = nb::cast<int>(given["use"]);
  following.is_wanted = true;
  following.surrogates = {nb::cast<std::size_t>(given["max_surrogates"]), use > 0,
                          nb::cast<int>(given["style"]) == 1};
  following.goes_on = use == 2 && following.surrogates.max_surrogates > 0;
  following.max_competitors = nb::cast<std::size_t>(given["max_competitors"]);
  return following;
}

fast::Limits limits_of(const nb::dict& given, std::size_t width, std::size_t n_features) {
  fast::Limits limits;
  const auto read = [&]<class T>(const char* name, T& value) {
    if (given.contains(name)) value = nb::cast<T>(given[name]);
  };
  read("max_depth", limits.max_depth);
  read("min_samples_split", limits.min_samples_split);
  read("min_samples_leaf", limits.min_samples_leaf);
  read("min_weight_leaf", limits.min_weight_leaf);
  read("purity", limits.purity);
  read("min_score", limits.min_score);
  read("min_impurity_decrease", limits.min_impurity_decrease);
  read("min_samples_category", limits.min_samples_category);
  read("min_risk", limits.min_risk);
  read("unit_of_rounding", limits.unit_of_rounding);
  read("descending", limits.descending);
  read("looks_ahead", limits.looks_ahead);
  read("cuts_back", limits.cuts_back);
  read("needs_gain", limits.needs_gain);
  read("loss", limits.loss);
  if (!limits.loss.empty()) check_length("loss", limits.loss.size(), width * width);
  read("max_features", limits.max_features);
  read("seed", limits.seed);
  read("score_unit", limits.score_unit);
  if (given.contains("costs"))
    limits.costs = costs_of(nb::cast<nb::dict>(given["costs"]), n_features);
  if (given.contains("following"))
    limits.following = following_of(nb::cast<nb::dict>(given["following"]));
  read("keeps_runner_up", limits.following.keeps_runner_up);
  return limits;
}

nb::dict run(const EncodedColumns& columns, fast::Input&& input, const Rows& rows,
             const std::string& criterion, const nb::dict& limits, std::size_t n_threads,
             nb::object progress, std::size_t width) {
  if (!input.weights.empty()) check_length("weights", input.weights.size(), input.n_samples());
  input.rows = rows_of(rows, input.n_samples(), columns.n_rows());
  input.features = columns.encoded().input().features;
  const fast::Limits bounds = limits_of(limits, width, input.features.size());
  const fast::CriterionName name = criterion_of(criterion);
  Look look(std::move(progress), input.n_samples());
  Grown tree = with_pulse(look, [&](Pulse& pulse) {
    return fast::grow({columns.encoded(), input}, bounds, name, n_threads, pulse);
  });
  look.end();
  return to_dict(std::move(tree), width);
}

nb::dict grow_classes(const EncodedColumns& encoded, const Vector<std::int32_t>& classes,
                      std::size_t n_classes, const std::vector<double>& multipliers,
                      std::optional<Vector<double>> weights, bool weights_are_counts,
                      const Rows& rows, const std::string& criterion, const nb::dict& limits,
                      std::size_t n_threads, nb::object progress) {
  fast::Input input;
  input.classes = span_of<std::int32_t>(classes, "classes");
  input.n_classes = n_classes;
  for (std::size_t i = 0; i < input.classes.size(); ++i)
    if (!is_within(input.classes[i], n_classes))
      refuse(entry("classes", i, input.classes[i]) + ", but there are " +
             std::to_string(n_classes) + " classes");
  if (!multipliers.empty()) check_length("multipliers", multipliers.size(), n_classes);
  input.multipliers = multipliers;
  if (weights) input.weights = span_of<double>(*weights, "weights");
  input.weights_are_counts = weights_are_counts;
  return run(encoded, std::move(input), rows, criterion, limits, n_threads, std::move(progress),
             n_classes);
}

nb::dict grow_numbers(const EncodedColumns& encoded, const Vector<double>& numbers,
                      std::optional<Vector<double>> weights, bool weights_are_counts,
                      const Rows& rows, const std::string& criterion, const nb::dict& limits,
                      std::size_t n_threads, nb::object progress) {
  fast::Input input;
  input.numbers = span_of<double>(numbers, "numbers");
  if (weights) input.weights = span_of<double>(*weights, "weights");
  input.weights_are_counts = weights_are_counts;
  return run(encoded, std::move(input), rows, criterion, limits, n_threads, std::move(progress), 3);
}

nb::dict grow_vectors(const EncodedColumns& encoded, const Matrix<double>& vectors,
                      const Vector<double>& target_weights, const Rows& rows,
                      const nb::dict& limits, std::size_t n_threads, nb::object progress) {
  fast::Input input;
  input.vectors = {aligned<double>(vectors.data(), "vectors"), vectors.size()};
  input.target_weights = span_of<double>(target_weights, "target_weights");
  check_length("target_weights", input.target_weights.size(), vectors.shape(1));
  return run(encoded, std::move(input), rows, "vector_variance", limits, n_threads,
             std::move(progress), vectors.shape(1) + 2);
}

constexpr std::pair<const char*, fast::Simd> simd_names[] = {
    {"portable", fast::Simd::portable},
    {"avx2", fast::Simd::avx2},
    {"avx512", fast::Simd::avx512},
};

std::vector<std::string> simd_kinds() {
  std::vector<std::string> kinds;
  for (const auto& [name, kind] : simd_names)
    if (kind <= fast::widest_simd()) kinds.emplace_back(name);
  return kinds;
}

void use_simd(const std::string& wanted) {
  for (const auto& [name, kind] : simd_names)
    if (wanted == name && kind <= fast::widest_simd()) {
      fast::simd_in_use() = kind;
      return;
    }
  refuse("this machine has no instructions called '" + wanted + "'");
}

}  // namespace

void bind_grow(nb::module_& m) {
  m.def("simd_kinds", &simd_kinds,
        "Kinds of vector instructions this machine has, the widest last; it is used.");
  m.def("use_simd", &use_simd, "kind"_a, "Grow with this kind of vector instructions from now on.");
  nb::class_<EncodedColumns>(m, "Encoded", "Columns with their bins, to grow many trees from.")
      .def(nb::init<nb::list, const std::vector<std::string>&, const std::vector<std::int32_t>&,
                    std::size_t, std::size_t>(),
           "columns"_a, "kinds"_a, "n_categories"_a, "n_rows"_a, "n_threads"_a = 1)
      .def_prop_ro("n_rows", &EncodedColumns::n_rows);
  m.def("grow_classes", &grow_classes, "encoded"_a, "classes"_a.noconvert(), "n_classes"_a,
        "multipliers"_a, "weights"_a.noconvert().none(), "weights_are_counts"_a,
        "rows"_a.noconvert().none(), "criterion"_a, "limits"_a, "n_threads"_a, "progress"_a.none(),
        "Grow a classification tree from all rows or from some; return its columns in pre-order.");
  m.def("grow_numbers", &grow_numbers, "encoded"_a, "numbers"_a.noconvert(),
        "weights"_a.noconvert().none(), "weights_are_counts"_a, "rows"_a.noconvert().none(),
        "criterion"_a, "limits"_a, "n_threads"_a, "progress"_a.none(),
        "Grow a regression tree from all rows or from some; return its columns in pre-order.");
  m.def("grow_vectors", &grow_vectors, "encoded"_a, "vectors"_a.noconvert(),
        "target_weights"_a.noconvert(), "rows"_a.noconvert().none(), "limits"_a, "n_threads"_a,
        "progress"_a.none(), "Grow a tree of 8 or 16 numbers; return its columns in pre-order.");
}

}  // namespace arboretum
