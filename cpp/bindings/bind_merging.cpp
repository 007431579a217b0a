#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "arboretum/statistics/merging.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

using Tables = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

Array<double> log_p(const Tables& tables, const std::string& test) {
  const std::size_t n = tables.shape(0), n_groups = tables.shape(1), width = tables.shape(2);
  const double* numbers = aligned<double>(tables.data(), "tables");
  const TestName name = test_of(test);
  std::vector<double> found(n);
  {
    nb::gil_scoped_release unlocked;
    std::vector<const double*> groups(n_groups);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t g = 0; g < n_groups; ++g) groups[g] = numbers + (i * n_groups + g) * width;
      found[i] = log_p_alike(name, groups, width);
    }
  }
  return to_numpy(std::move(found));
}

Array<std::int32_t> merge(const Vector<double>& counts, const Matrix<double>& sums, bool is_ordered,
                          bool has_missing, const std::string& test, double alpha,
                          std::optional<double> alpha_resplit, bool exhaustive,
                          double min_samples) {
  check_length("sums", sums.shape(0), counts.size());
  if (counts.size() == 0) refuse("there are no categories to merge");
  const auto of_categories = span_of<double>(counts, "counts");
  const std::span numbers{aligned<double>(sums.data(), "sums"), sums.size()};
  const MergeRules rules{test_of(test), alpha, alpha_resplit, exhaustive, min_samples};
  std::vector<std::int32_t> groups;
  {
    nb::gil_scoped_release unlocked;
    groups = merge_categories(of_categories, numbers, {is_ordered, has_missing}, rules);
  }
  return to_numpy(std::move(groups));
}

}  // namespace

void bind_merging(nb::module_& m) {
  m.def("log_p_alike", &log_p, "tables"_a.noconvert(), "test"_a,
        "Return, for each table of (groups, statistics), the logarithm of the p-value of a test "
        "that the groups are alike: 'pearson', 'likelihood_ratio' or 'f'.");
  m.def("merge_categories", &merge, "counts"_a.noconvert(), "sums"_a.noconvert(), "is_ordered"_a,
        "has_missing"_a, "test"_a, "alpha"_a, "alpha_resplit"_a.none(), "exhaustive"_a,
        "min_samples"_a,
        "Return the group of each category after merging those that do not differ; the last is "
        "for missing values if it says so.");
  m.def(
      "log_trials",
      [](std::size_t n_categories, std::size_t n_groups, bool is_ordered, bool has_missing,
         bool exhaustive) {
        return log_trials(n_categories, n_groups, {is_ordered, has_missing}, exhaustive);
      },
      "n_categories"_a, "n_groups"_a, "is_ordered"_a, "has_missing"_a, "exhaustive"_a,
      "Return the decimal logarithm of the number of ways to merge categories into groups.");
}

}  // namespace arboretum
