#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cmath>

#include "arboretum/core/check.hpp"
#include "arboretum/core/random.hpp"
#include "arboretum/statistics/leaving.hpp"
#include "arboretum/statistics/merging.hpp"
#include "arboretum/statistics/special.hpp"
#include "arboretum/statistics/split_test.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

/// One number a value, from arrays of one length.
template <class Function, class... Degrees>
Array<double> each(Function function, const Vector<double>& x, const Degrees&... degrees) {
  (check_length("the degrees of freedom", degrees.size(), x.size()), ...);
  const std::array given{aligned<double>(x.data(), "x"),
                         aligned<double>(degrees.data(), "the degrees of freedom")...};
  std::vector<double> result(x.size());
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = std::apply([&](const auto*... of) { return function(of[i]...); }, given);
  }
  return to_numpy(std::move(result));
}

template <class>
using OneEach = const Vector<double>&;

/// Binds a function of numbers for numbers, and for arrays of them.
template <class... Numbers, class... Names>
void bind_each(nb::module_& m, const char* name, double (*function)(Numbers...), const char* doc,
               Names... names) {
  m.def(name, function, nb::arg(names)..., doc);
  m.def(
      name, [function](OneEach<Numbers>... given) { return each(function, given...); },
      nb::arg(names).noconvert()..., doc);
}

using Pair = std::pair<double, int>;

Pair to_pair(PValue found) { return {found.p, static_cast<int>(found.kind)}; }

Pair independence(const Matrix<double>& weights, double n_samples, const std::string& exact,
                  std::int64_t n_simulations, std::uint64_t key) {
  const auto flat = cells_of<double>(weights, "weights");
  if (weights.size() == 0) refuse("weights are empty");
  const SmallCounts small = small_counts_of(exact, n_simulations);
  nb::gil_scoped_release unlocked;
  return to_pair(chi_square_test(flat, weights.shape(0), n_samples, small, key));
}

Pair equal_means(const Matrix<double>& moments, double n_samples) {
  check_length("a row of moments", moments.shape(1), 3);
  const auto flat = cells_of<double>(moments, "moments");
  nb::gil_scoped_release unlocked;
  return to_pair(f_test(flat, n_samples));
}

Pair equal_vectors(double between, double within, double n_branches, double n_samples) {
  return to_pair(f_test_of_squares(between, within, n_branches, n_samples));
}

Array<std::int32_t> order(std::int32_t n, std::uint64_t key) { return to_numpy(shuffled(n, key)); }

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

Array<std::int32_t> places_for_missing(const Vector<double>& missing, const Tables& branches,
                                       const Vector<std::int32_t>& heaviest,
                                       const std::string& test, double log_alpha) {
  const std::size_t n = branches.shape(0), arity = branches.shape(1), width = branches.shape(2);
  check_length("missing", missing.size(), width);
  check_length("heaviest", heaviest.size(), n);
  const double* numbers = aligned<double>(branches.data(), "branches");
  const auto without = span_of<double>(missing, "missing");
  const auto usual = span_of<std::int32_t>(heaviest, "heaviest");
  const TestName name = test_of(test);
  std::vector<std::int32_t> found(n);
  for (const std::int32_t branch : usual)
    if (!is_within(branch, arity)) refuse("heaviest must hold branches");
  for (std::size_t i = 0; i < n; ++i)
    found[i] = branch_for_missing(name, without.data(), numbers + i * arity * width, arity, width,
                                  usual[i], log_alpha);
  return to_numpy(std::move(found));
}

Array<std::int32_t> merge(const Vector<double>& counts, const Matrix<double>& sums, bool is_ordered,
                          bool has_missing, const std::string& test, double alpha,
                          std::optional<double> alpha_resplit, bool exhaustive,
                          double min_samples) {
  check_length("sums", sums.shape(0), counts.size());
  if (counts.size() == 0) refuse("there are no categories to merge");
  const auto of_categories = span_of<double>(counts, "counts");
  const auto numbers = cells_of<double>(sums, "sums");
  const MergeRules rules{test_of(test), alpha, alpha_resplit, exhaustive, min_samples};
  return to_numpy(unlocked(
      [&] { return merge_categories(of_categories, numbers, {is_ordered, has_missing}, rules); }));
}

}  // namespace

void bind_tests(nb::module_& m) {
  bind_each(m, "chi_square_sf", &chi_square_sf,
            "Return how probable a chi-square of at least x is; one number, or one per value.", "x",
            "df");
  bind_each(m, "chi_square_log_sf", &chi_square_log_sf,
            "Return the logarithm of `chi_square_sf`, which never underflows.", "x", "df");
  bind_each(m, "f_sf", &f_sf,
            "Return how probable an F of at least x is; one number, or one per value.", "x", "df1",
            "df2");
  bind_each(m, "f_log_sf", &f_log_sf, "Return the logarithm of `f_sf`, which never underflows.",
            "x", "df1", "df2");
  m.def(
      "roots",
      [](const Vector<double>& x, double root) {
        return each([root](double value) { return std::pow(value, 1.0 / root); }, x);
      },
      "x"_array, "root"_a, "Return a root of each number.");
  m.def("chi_square_test", &independence, "weights"_array, "n_samples"_a, "exact"_a,
        "n_simulations"_a, "key"_a,
        "Return (p, kind): whether branches (rows) and classes (columns) are independent.");
  m.def("f_test", &equal_means, "moments"_array, "n_samples"_a,
        "Return (p, kind): whether branches (rows of weight, sum, sum of squares) have one mean.");
  m.def("f_test_of_squares", &equal_vectors, "between"_a, "within"_a, "n_branches"_a, "n_samples"_a,
        "Return (p, kind): the same from sums of squares between and within branches.");
  m.def("shuffled", &order, "n"_a, "key"_a,
        "Return the numbers below n in a random order that depends on the key alone.");
  m.def("log_p_alike", &log_p, "tables"_array, "test"_a,
        "Return, for each table of (groups, statistics), the logarithm of the p-value of a test "
        "that the groups are alike: 'pearson', 'likelihood_ratio' or 'f'.");
  m.def("places_for_missing", &places_for_missing, "missing"_array, "branches"_array,
        "heaviest"_array, "test"_a, "log_alpha"_a,
        "Return, for each table of (branches, statistics), the branch for samples without a value: "
        "the heaviest, or the one they are most like where a test says that they differ from it.");
  m.def("merge_categories", &merge, "counts"_array, "sums"_array, "is_ordered"_a, "has_missing"_a,
        "test"_a, "alpha"_a, "alpha_resplit"_a.none(), "exhaustive"_a, "min_samples"_a,
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
