#include "arboretum/search_general/rule.hpp"

#include <algorithm>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum::general {
namespace {

/// Scores are differences of sums; this much of the impurity is rounding.
constexpr double kRounding = 1e-12;

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

  /// Fractions of samples that add up to 2 may fall short of it by this part.
  static constexpr double shortfall = 1e-9;

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
  bool stops(const OpenNode& node) const override {
    return node.n_samples < value_ * (1.0 - shortfall);
  }
};

class MinSamplesLeaf final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode&, const Branches& branches, const std::vector<double>&,
             std::vector<std::uint8_t>& allowed) const override {
    require(branches.counts, branches.arity, least_samples(), allowed);
  }
  double least_samples() const override { return value_ * (1.0 - shortfall); }
};

class TwoBranches final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode&, const Branches& branches, const std::vector<double>&,
             std::vector<std::uint8_t>& allowed) const override {
    const double least = least_samples();
    const auto is_enough = [&](double count) { return count >= least; };
    for (std::size_t i = 0; i < branches.n; ++i) {
      const auto first = branches.counts.begin() + std::ptrdiff_t(i * branches.arity);
      if (std::count_if(first, first + std::ptrdiff_t(branches.arity), is_enough) < 2)
        allowed[i] = 0;
    }
  }
  double least_samples() const override { return value_ * (1.0 - shortfall); }
};

class MinWeightFractionLeaf final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode& node, const Branches& branches, const std::vector<double>& weights,
             std::vector<std::uint8_t>& allowed) const override {
    require(weights, branches.arity, value_ * node.root_weight * (1.0 - shortfall), allowed);
  }
};

class MinShareBranch final : public Limit {
 public:
  using Limit::Limit;
  bool admits_some_only() const override { return true; }
  void admit(const OpenNode& node, const Branches& branches, const std::vector<double>&,
             std::vector<std::uint8_t>& allowed) const override {
    const double least = value_ * node.n_samples * (1.0 + shortfall);
    for (std::size_t i = 0; i < branches.counts.size(); ++i)
      if (!(branches.counts[i] > least)) allowed[i / branches.arity] = 0;
  }
};

class MinImpurityDecrease final : public Limit {
 public:
  using Limit::Limit;
  bool rejects(const OpenNode& node, const Choice& choice) const override {
    const double share = node.weight / node.root_weight;
    return share * (choice.score + kRounding * node.impurity) < value_;
  }
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

class SomeGain final : public Rule {
 public:
  bool rejects(const OpenNode& node, const Choice& choice) const override {
    return !(choice.score > kRounding * node.impurity);
  }
};

class MinImpurity final : public Limit {
 public:
  using Limit::Limit;
  bool stops(const OpenNode& node) const override { return node.impurity < value_; }
};

/// The risk of numbers.
class MinRisk final : public Limit {
 public:
  using Limit::Limit;
  bool stops(const OpenNode& node) const override { return node.weight * node.impurity < value_; }
};

/// A risk that is known of branches too.
class MinLoss : public Limit {
 public:
  using Limit::Limit;

  bool stops(const OpenNode& node) const override {
    return risk(node.statistics.data(), node.statistics.size()) < value_;
  }

  /// Where no tree that begins with the split saves enough a leaf: a branch saves no more than it
  /// costs, and only if it is split.
  bool rejects(const OpenNode& node, const Choice& choice) const override {
    if (!(value_ > 0)) return false;
    const std::size_t width = node.statistics.size(), arity = choice.branches.size() / width;
    const double at_node = risk(node.statistics.data(), width);
    double saved = at_node, below = 0;
    for (std::size_t b = 0; b < arity; ++b) {
      const double of_branch = risk(&choice.branches[b * width], width);
      saved -= of_branch;
      below += std::max(of_branch - value_, 0.0);
    }
    return saved - static_cast<double>(arity - 1) * value_ + below + kRounding * at_node < 0;
  }

 private:
  virtual double risk(const double* statistics, std::size_t width) const = 0;
};

/// The risk of classes, by what each decision costs.
class MinClassLoss final : public MinLoss {
 public:
  /// `loss` has a row a true class and a column a decision.
  MinClassLoss(double value, std::vector<double> loss) : MinLoss(value), loss_(std::move(loss)) {}

 private:
  double risk(const double* classes, std::size_t n_classes) const override {
    const std::size_t n_decisions = loss_.size() / n_classes;
    std::vector<double> of_decisions(n_decisions, 0.0);
    for (std::size_t i = 0; i < loss_.size(); ++i)
      of_decisions[i % n_decisions] += classes[i / n_decisions] * loss_[i];
    return *std::ranges::min_element(of_decisions);
  }

  std::vector<double> loss_;
};

/// The sum of squares about the mean, a target.
class MinSquaredError final : public MinLoss {
 public:
  using MinLoss::MinLoss;

 private:
  double risk(const double* moments, std::size_t width) const override {
    const std::size_t n_targets = width / 2;
    if (moments[0] == 0) return 0;
    double sum = 0;
    for (std::size_t t = 1; t <= n_targets; ++t)
      sum += moments[t + n_targets] - moments[t] * moments[t] / moments[0];
    return sum / static_cast<double>(n_targets);
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
  if (name == "min_share_branch") return std::make_unique<MinShareBranch>(value);
  if (name == "min_impurity_decrease") return std::make_unique<MinImpurityDecrease>(value);
  if (name == "purity") return std::make_unique<Purity>(value);
  if (name == "min_score") return std::make_unique<MinScore>(value);
  if (name == "min_risk") return std::make_unique<MinRisk>(value);
  if (name == "min_impurity") return std::make_unique<MinImpurity>(value);
  if (name == "some_gain") return std::make_unique<SomeGain>();
  refuse("stopping rule '" + name + "' is not known to the native grower");
}

std::unique_ptr<Rule> make_min_loss(double value, std::vector<double> loss) {
  return std::make_unique<MinClassLoss>(value, std::move(loss));
}

std::unique_ptr<Rule> make_min_squared_error(double value) {
  return std::make_unique<MinSquaredError>(value);
}

}  // namespace arboretum::general
