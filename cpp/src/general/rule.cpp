#include "arboretum/general/rule.hpp"

#include <algorithm>

#include "arboretum/check.hpp"
#include "arboretum/pairwise_sum.hpp"

namespace arboretum::general {
namespace {

class Constant final : public Rule {
 public:
  bool stops(const OpenNode& node) const override { return node.is_constant; }
};

/// A rule with one number.
class Limit : public Rule {
 public:
  explicit Limit(double value) : value_(value) {}

 protected:
  /// Clears the mark of candidates with a branch below `least`.
  static void require(const std::vector<double>& sizes, std::size_t arity, double least,
                      std::vector<std::uint8_t>& allowed) {
    for (std::size_t i = 0; i < sizes.size(); ++i)
      if (!(sizes[i] >= least)) allowed[i / arity] = 0;
  }

  double value_;
};

class MaxDepth final : public Limit {
 public:
  using Limit::Limit;
  bool stops(const OpenNode& node) const override {
    return static_cast<double>(node.depth) >= value_;
  }
};

class MinSamplesSplit final : public Limit {
 public:
  using Limit::Limit;
  bool stops(const OpenNode& node) const override { return node.n_samples < value_; }
};

class MinSamplesLeaf final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode&, const Branches& branches, const std::vector<double>&,
             std::vector<std::uint8_t>& allowed) const override {
    require(branches.counts, branches.arity, value_, allowed);
  }
};

class TwoBranches final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode&, const Branches& branches, const std::vector<double>&,
             std::vector<std::uint8_t>& allowed) const override {
    // The shares of samples that went down several branches add up with a little rounding.
    const double least = value_ * (1 - 1e-9);
    const auto is_enough = [&](double count) { return count >= least; };
    for (std::size_t i = 0; i < branches.n; ++i) {
      const auto first = branches.counts.begin() + std::ptrdiff_t(i * branches.arity);
      if (std::count_if(first, first + std::ptrdiff_t(branches.arity), is_enough) < 2)
        allowed[i] = 0;
    }
  }
};

class MinWeightFractionLeaf final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode& node, const Branches& branches, const std::vector<double>& weights,
             std::vector<std::uint8_t>& allowed) const override {
    require(weights, branches.arity, value_ * node.root_weight, allowed);
  }
};

class MinImpurityDecrease final : public Limit {
 public:
  using Limit::Limit;
  bool rejects(const OpenNode& node, const Choice& choice) const override {
    const double share = node.weight / node.root_weight;
    return share * (choice.score + rounding * node.impurity) < value_;
  }

 private:
  /// Scores are differences of sums; this much of the impurity is rounding.
  static constexpr double rounding = 1e-12;
};

class Purity final : public Limit {
 public:
  using Limit::Limit;
  bool stops(const OpenNode& node) const override {
    const std::vector<double>& classes = node.statistics;
    return *std::ranges::max_element(classes) >=
           value_ * pairwise_sum(classes.data(), classes.size());
  }
};

class MinScore final : public Limit {
 public:
  using Limit::Limit;
  bool rejects(const OpenNode&, const Choice& choice) const override {
    return choice.score < value_;
  }
};

}  // namespace

std::unique_ptr<Rule> make_rule(const std::string& name, double value) {
  if (name == "constant") return std::make_unique<Constant>();
  if (name == "max_depth") return std::make_unique<MaxDepth>(value);
  if (name == "min_samples_split") return std::make_unique<MinSamplesSplit>(value);
  if (name == "min_samples_leaf") return std::make_unique<MinSamplesLeaf>(value);
  if (name == "two_branches") return std::make_unique<TwoBranches>(value);
  if (name == "min_weight_fraction_leaf") return std::make_unique<MinWeightFractionLeaf>(value);
  if (name == "min_impurity_decrease") return std::make_unique<MinImpurityDecrease>(value);
  if (name == "purity") return std::make_unique<Purity>(value);
  if (name == "min_score") return std::make_unique<MinScore>(value);
  refuse("stopping rule '" + name + "' is not known to the native grower");
}

}  // namespace arboretum::general
