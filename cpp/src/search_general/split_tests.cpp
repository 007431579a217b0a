#include <cmath>
#include <numeric>

#include "arboretum/search_general/rule.hpp"
#include "arboretum/search_general/vector_rows.hpp"

namespace arboretum::general {
namespace {

double n_samples(const Choice& choice) {
  return std::accumulate(choice.counts.begin(), choice.counts.end(), 0.0);
}

/// A test at a level: the twin of `stopping/split_test.py`.
class SplitTest : public Rule {
 public:
  explicit SplitTest(Level level) : level_(level) {}
  bool is_filter() const override { return level_.is_filter; }
  bool is_significant(PValue found) const override { return found.p <= level_.alpha; }
  PValue test(const OpenNode& node, const Choice& choice, Searched& searched) const override {
    const PValue found = test_alone(node, choice, searched);
    return level_.bonferroni ? best_of(found, searched.n_found()) : found;
  }

 private:
  /// The p-value of one feature, whatever the number of others.
  virtual PValue test_alone(const OpenNode&, const Choice&, Searched&) const = 0;

  Level level_;
};

class ChiSquare final : public SplitTest {
 public:
  ChiSquare(Level level, SmallCounts small, std::uint64_t seed)
      : SplitTest(level), small_(small), seed_(seed) {}

 private:
  PValue test_alone(const OpenNode& node, const Choice& choice, Searched&) const override {
    const std::uint64_t key =
        node.key + (seed_ << 20) + static_cast<std::uint64_t>(choice.question.feature);
    return chi_square_test(choice.branches, choice.counts.size(), n_samples(choice), small_, key);
  }

  SmallCounts small_;
  std::uint64_t seed_;
};

class FTest final : public SplitTest {
 public:
  using SplitTest::SplitTest;

 private:
  PValue test_alone(const OpenNode&, const Choice& choice, Searched&) const override {
    return f_test(choice.branches, n_samples(choice));
  }
};

class VectorFTest final : public SplitTest {
 public:
  using SplitTest::SplitTest;

 private:
  PValue test_alone(const OpenNode&, const Choice& choice, Searched&) const override {
    double between = 0.0, within = 0.0;
    for (std::size_t i = 0; i < choice.branches.size(); i += Summary::width) {
      between += choice.branches[i + Summary::apart];
      within += choice.branches[i + Summary::within];
    }
    return f_test_of_squares(between, within, static_cast<double>(choice.counts.size()),
                             n_samples(choice));
  }
};

/// For criteria whose score is the negative decimal logarithm of a p-value.
class Significant final : public SplitTest {
 public:
  using SplitTest::SplitTest;

 private:
  PValue test_alone(const OpenNode&, const Choice& choice, Searched&) const override {
    return {std::pow(10.0, -choice.score), PKind::asymptotic};
  }
};

class Permutation final : public SplitTest {
 public:
  Permutation(double alpha, std::int32_t n_permutations, std::uint64_t seed)
      : SplitTest({alpha, false, false}), n_permutations_(n_permutations), seed_(seed) {}

 private:
  PValue test_alone(const OpenNode&, const Choice& choice, Searched& searched) const override {
    const std::int32_t n_as_good = searched.n_as_good(choice, seed_, n_permutations_);
    return {(1.0 + n_as_good) / (1.0 + n_permutations_), PKind::permutation};
  }

  std::int32_t n_permutations_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Rule> make_chi_square(Level level, SmallCounts small, std::uint64_t seed) {
  return std::make_unique<ChiSquare>(level, small, seed);
}

std::unique_ptr<Rule> make_f_test(Level level) { return std::make_unique<FTest>(level); }

std::unique_ptr<Rule> make_vector_f_test(Level level) {
  return std::make_unique<VectorFTest>(level);
}

std::unique_ptr<Rule> make_significant(double alpha) {
  return std::make_unique<Significant>(Level{alpha, false, false});
}

std::unique_ptr<Rule> make_permutation(double alpha, std::int32_t n_permutations,
                                       std::uint64_t seed) {
  return std::make_unique<Permutation>(alpha, n_permutations, seed);
}

}  // namespace arboretum::general
