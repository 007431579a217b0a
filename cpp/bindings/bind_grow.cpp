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
  read("max_exhaustive", limits.max_exhaustive);
  if (limits.max_exhaustive > fast::exhaustive_limit)
    refuse("max_exhaustive is more than " + std::to_string(fast::exhaustive_limit));
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

/// What is learned: "classes", of "n_classes" with "multipliers" or none; "numbers"; or "vectors"
/// of 8 or 16 numbers with "target_weights".  And the "weights" of the samples, or None.
fast::Input input_of(const nb::dict& target) {
  fast::Input input;
  if (target.contains("classes")) {
    input.classes = span_in<std::int32_t>(target, "classes");
    input.n_classes = nb::cast<std::size_t>(target["n_classes"]);
    for (std::size_t i = 0; i < input.classes.size(); ++i)
      if (!is_within(input.classes[i], input.n_classes))
        refuse(entry("classes", i, input.classes[i]) + ", but there are " +
               std::to_string(input.n_classes) + " classes");
    input.multipliers = nb::cast<std::vector<double>>(target["multipliers"]);
    if (!input.multipliers.empty())
      check_length("multipliers", input.multipliers.size(), input.n_classes);
  } else if (target.contains("numbers")) {
    input.numbers = span_in<double>(target, "numbers");
  } else {
    const auto vectors = array_in<Matrix<double>>(target, "vectors");
    input.vectors = cells_of<double>(vectors, "vectors");
    input.target_weights = span_in<double>(target, "target_weights");
    check_length("target_weights", input.target_weights.size(), vectors.shape(1));
  }
  if (nb::handle(target["weights"]).is_none()) return input;
  input.weights = span_in<double>(target, "weights");
  input.weights_are_counts = nb::cast<bool>(target["weights_are_counts"]);
  check_length("weights", input.weights.size(), input.n_samples());
  return input;
}

nb::dict grow(const EncodedColumns& columns, const nb::dict& target, const Rows& rows,
              const std::string& criterion, const nb::dict& limits, std::size_t n_threads,
              nb::object progress, bool counts_work, const std::vector<std::int32_t>& closed_left) {
  fast::Input input = input_of(target);
  input.rows = rows_of(rows, input.n_samples(), columns.n_rows());
  input.features = columns.encoded().input().features;
  close_left(input.features, closed_left);
  const std::size_t of_numbers = input.numbers.empty() ? input.target_weights.size() + 2 : 3;
  const std::size_t width = input.n_classes > 0 ? input.n_classes : of_numbers;
  const fast::Limits bounds = limits_of(limits, width, input.features.size());
  const fast::CriterionName name = criterion_of(criterion);
  Look look(std::move(progress), input.n_samples());
  std::optional<WorkDone> work = work_to_count(counts_work, n_threads);
  const auto grow_tree = [&](Pulse& pulse) {
    return fast::grow({columns.encoded(), input}, bounds, name, n_threads, pulse);
  };
  Grown tree = with_pulse(look, grow_tree, counter_of(work));
  look.end();
  nb::dict result = to_dict(std::move(tree), width);
  put_work(work, result);
  return result;
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
  m.attr("EXHAUSTIVE_LIMIT") = fast::exhaustive_limit;
  m.def("simd_kinds", &simd_kinds,
        "Kinds of vector instructions this machine has, the widest last; it is used.");
  m.def("use_simd", &use_simd, "kind"_a, "Grow with this kind of vector instructions from now on.");
  nb::class_<EncodedColumns>(m, "Encoded", "Columns with their bins, to grow many trees from.")
      .def(nb::init<nb::list, const std::vector<std::string>&, const std::vector<std::int32_t>&,
                    std::size_t, std::size_t>(),
           "columns"_a, "kinds"_a, "n_categories"_a, "n_rows"_a, "n_threads"_a = 1)
      .def_prop_ro("n_rows", &EncodedColumns::n_rows);
  m.def("grow", &grow, "encoded"_a, "target"_a, "rows"_array.none(), "criterion"_a, "limits"_a,
        "n_threads"_a, "progress"_a.none(), "counts_work"_a = false,
        "closed_left"_a = std::vector<std::int32_t>{},
        "Grow a tree of classes, numbers or vectors from all rows or from some; return its columns "
        "in pre-order.");
}

}  // namespace arboretum
