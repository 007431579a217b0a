#include <cmath>
#include <functional>
#include <numeric>

#include "arboretum/search_general/rule.hpp"
#include "arboretum/search_general/vector_rows.hpp"

namespace arboretum::general {
namespace {

double n_samples(const Choice& choice) {
  return std::accumulate(choice.counts.begin(), choice.counts.end(), 0.0);
}

/// The p-value of one feature, whatever the number of others.
using TestAlone = std::function<PValue(const OpenNode&, const Choice&, Searched&)>;

/// A test at a level: the twin of `stopping/split_test.py`.
class SplitTest final : public Rule {
 public:
  SplitTest(Level level, TestAlone test_alone)
      : level_(level), test_alone_(std::move(test_alone)) {}
  bool is_filter() const override { return level_.is_filter; }
  bool is_significant(PValue found) const override { return found.p <= level_.alpha; }
  PValue test(const OpenNode& node, const Choice& choice, Searched& searched) const override {
    const PValue found = test_alone_(node, choice, searched);
    return level_.bonferroni ? best_of(found, searched.n_found()) : found;
  }

 private:
  Level level_;
  TestAlone test_alone_;
};

std::unique_ptr<Rule> make_test(Level level, TestAlone test_alone) {
  return std::make_unique<SplitTest>(level, std::move(test_alone));
}

}  // namespace

std::unique_ptr<Rule> make_chi_square(Level level, SmallCounts small, std::uint64_t seed) {
  return make_test(level, [=](const OpenNode& node, const Choice& choice, Searched&) {
    const std::uint64_t key =
        node.key + (seed << 20) + static_cast<std::uint64_t>(choice.question.feature);
    return chi_square_test(choice.branches, choice.counts.size(), n_samples(choice), small, key);
  });
}

std::unique_ptr<Rule> make_f_test(Level level) {
  return make_test(level, [](const OpenNode&, const Choice& choice, Searched&) {
    return f_test(choice.branches, n_samples(choice));
  });
}

std::unique_ptr<Rule> make_vector_f_test(Level level) {
  return make_test(level, [](const OpenNode&, const Choice& choice, Searched&) {
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
std::unique_ptr<Rule> make_significant(double alpha) {
  return make_test({alpha, false, false}, [](const OpenNode&, const Choice& choice, Searched&) {
    return PValue{std::pow(10.0, -choice.score), PKind::asymptotic};
  });
}

std::unique_ptr<Rule> make_permutation(double alpha, std::int32_t n_permutations,
                                       std::uint64_t seed) {
  return make_test({alpha, false, false},
                   [=](const OpenNode&, const Choice& choice, Searched& searched) {
                     const double n_as_good = searched.n_as_good(choice, seed, n_permutations);
                     return PValue{(1.0 + n_as_good) / (1.0 + n_permutations), PKind::permutation};
                   });
}

}  // namespace arboretum::general
