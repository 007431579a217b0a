#include <nanobind/stl/string.h>

#include "arboretum/core/random.hpp"
#include "arboretum/statistics/split_test.hpp"
#include "arrays.hpp"
#include "module.hpp"
#include "small_counts.hpp"

namespace arboretum {
namespace {

using Pair = std::pair<double, int>;

Pair to_pair(PValue found) { return {found.p, static_cast<int>(found.kind)}; }

Pair independence(const Matrix<double>& weights, double n_samples, const std::string& exact,
                  std::int64_t n_simulations, std::uint64_t key) {
  const std::span flat{aligned<double>(weights.data(), "weights"), weights.size()};
  if (weights.size() == 0) refuse("weights are empty");
  const SmallCounts small = small_counts(exact, n_simulations);
  nb::gil_scoped_release unlocked;
  return to_pair(chi_square_test(flat, weights.shape(0), n_samples, small, key));
}

Pair equal_means(const Matrix<double>& moments, double n_samples) {
  check_length("a row of moments", moments.shape(1), 3);
  const std::span flat{aligned<double>(moments.data(), "moments"), moments.size()};
  nb::gil_scoped_release unlocked;
  return to_pair(f_test(flat, n_samples));
}

Pair equal_vectors(double between, double within, double n_branches, double n_samples) {
  return to_pair(f_test_of_squares(between, within, n_branches, n_samples));
}

Array<std::int32_t> order(std::int32_t n, std::uint64_t key) { return to_numpy(shuffled(n, key)); }

}  // namespace

void bind_split_test(nb::module_& m) {
  m.def("chi_square_test", &independence, "weights"_a.noconvert(), "n_samples"_a, "exact"_a,
        "n_simulations"_a, "key"_a,
        "Return (p, kind): whether branches (rows) and classes (columns) are independent.");
  m.def("f_test", &equal_means, "moments"_a.noconvert(), "n_samples"_a,
        "Return (p, kind): whether branches (rows of weight, sum, sum of squares) have one mean.");
  m.def("f_test_of_squares", &equal_vectors, "between"_a, "within"_a, "n_branches"_a, "n_samples"_a,
        "Return (p, kind): the same from sums of squares between and within branches.");
  m.def("shuffled", &order, "n"_a, "key"_a,
        "Return the numbers below n in a random order that depends on the key alone.");
}

}  // namespace arboretum
