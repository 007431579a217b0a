#include <cmath>
#include <numeric>

#include "arboretum/search_general/rule.hpp"
#include "arboretum/search_general/vector_rows.hpp"

namespace arboretum::general {
namespace {

double n_samples(const Choice& choice) {
  return std::accumulate(choice.counts.begin(), choice.counts.end(), 0.0);
}

/// A test at a level: the twin of `stopping/split_test.py`.  `test_alone` finds the p-value of one
/// feature, whatever the number of others.
template <class TestAlone>
Rule make_test(Level level, const TestAlone& test_alone) {
  const auto test = [=](const OpenNode& node, const Choice& choice, const Searched& searched) {
    const PValue found = test_alone(node, choice, searched);
    return level.bonferroni ? best_of(found, searched.n_found) : found;
  };
  return {.test = test, .alpha = level.alpha, .is_filter = level.is_filter};
}

}  // namespace

Rule make_chi_square(Level level, SmallCounts small, std::uint64_t seed) {
  return make_test(level, [=](const OpenNode& node, const Choice& choice, const Searched&) {
    const std::uint64_t key =
        node.key + (seed << 20) + static_cast<std::uint64_t>(choice.question.feature);
    return chi_square_test(choice.branches, choice.counts.size(), n_samples(choice), small, key);
  });
}

Rule make_f_test(Level level) {
  return make_test(level, [](const OpenNode&, const Choice& choice, const Searched&) {
    return f_test(choice.branches, n_samples(choice));
  });
}

Rule make_vector_f_test(Level level) {
  return make_test(level, [](const OpenNode&, const Choice& choice, const Searched&) {
    double between = 0.0, within = 0.0;
    for (std::size_t i = 0; i < choice.branches.size(); i += Summary::width) {
      between += choice.branches[i + Summary::apart];
      within += choice.branches[i + Summary::within];
    }
    return f_test_of_squares(between, within, static_cast<double>(choice.counts.size()),
                             n_samples(choice));
  });
}

/// For criteria whose score is the negative decimal logarithm of a p-value.
Rule make_significant(double alpha) {
  return make_test({alpha, false, false},
                   [](const OpenNode&, const Choice& choice, const Searched&) {
                     return PValue{std::pow(10.0, -choice.score), PKind::asymptotic};
                   });
}

Rule make_permutation(double alpha, std::int32_t n_permutations, std::uint64_t seed) {
  return make_test({alpha, false, false},
                   [=](const OpenNode&, const Choice& choice, const Searched& searched) {
                     const double n_as_good = searched.n_as_good(choice, seed, n_permutations);
                     return PValue{(1.0 + n_as_good) / (1.0 + n_permutations), PKind::permutation};
                   });
}

}  // namespace arboretum::general
