#include "arboretum/search_general/rule.hpp"

#include <algorithm>
#include <functional>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum::general {
namespace {

/// Scores are differences of sums; this much of the impurity is rounding.
constexpr double kRounding = 1e-12;

/// Fractions of samples that add up to 2 may fall short of it by this part.
constexpr double kShortfall = 1e-9;

/// Stops at nodes of which something is true.
class StopIf final : public Rule {
 public:
  using Test = std::function<bool(const OpenNode&)>;
  explicit StopIf(Test test) : test_(std::move(test)) {}
  bool stops(const OpenNode& node) const override { return test_(node); }

 private:
  Test test_;
};

/// Rejects the best split of a node if something is true of both.
class RejectIf final : public Rule {
 public:
  using Test = std::function<bool(const OpenNode&, const Choice&)>;
  explicit RejectIf(Test test) : test_(std::move(test)) {}
  bool rejects(const OpenNode& node, const Choice& choice) const override {
    return test_(node, choice);
  }

 private:
  Test test_;
};

/// Keeps candidates from competing that have a branch which is too small.
class MinBranch final : public Rule {
 public:
  /// What is asked of a branch.
  struct Least {
    std::function<double(const OpenNode&)> of_node;  ///< how much
    double samples = 0.0;      ///< the same, if it is so many samples at every node
    bool is_weight = false;    ///< how much weight, not how many samples
    bool is_exceeded = false;  ///< a branch must hold more than that
    bool of_two_only = false;  ///< the others may be smaller
  };
  explicit MinBranch(Least least) : least_(std::move(least)) {}
  bool admits_some_only() const override { return true; }
  double least_samples() const override { return least_.samples; }
  void admit(const OpenNode& node, const Branches& branches, const std::vector<double>& weights,
             std::vector<std::uint8_t>& allowed) const override {
    const std::size_t arity = branches.arity, enough = least_.of_two_only ? 2 : arity;
    const double least = least_.of_node(node);
    const double* size = least_.is_weight ? weights.data() : branches.counts.data();
    for (std::size_t i = 0; i < branches.n; ++i) {
      std::size_t n_large = 0;
      for (std::size_t b = 0; b < arity; ++b, ++size)
        n_large += *size > least || (*size == least && !least_.is_exceeded) ? 1 : 0;
      if (n_large < enough) allowed[i] = 0;
    }
  }

 private:
  Least least_;
};

std::unique_ptr<Rule> stop_if(StopIf::Test test) {
  return std::make_unique<StopIf>(std::move(test));
}
std::unique_ptr<Rule> reject_if(RejectIf::Test test) {
  return std::make_unique<RejectIf>(std::move(test));
}

/// A risk that is known of branches too.
class MinLoss final : public Rule {
 public:
  using Risk = std::function<double(std::span<const double> statistics)>;
  MinLoss(double value, Risk risk) : value_(value), risk_(std::move(risk)) {}

  bool stops(const OpenNode& node) const override { return risk_(node.statistics) < value_; }

  /// Where no tree that begins with the split saves enough a leaf: a branch saves no more than it
  /// costs, and only if it is split.
  bool rejects(const OpenNode& node, const Choice& choice) const override {
    if (!(value_ > 0)) return false;
    const std::size_t width = node.statistics.size(), arity = choice.branches.size() / width;
    const double at_node = risk_(node.statistics);
    double saved = at_node, below = 0;
    for (std::size_t b = 0; b < arity; ++b) {
      const double of_branch = risk_(std::span(choice.branches).subspan(b * width, width));
      saved -= of_branch;
      below += std::max(of_branch - value_, 0.0);
    }
    return saved - static_cast<double>(arity - 1) * value_ + below + kRounding * at_node < 0;
  }

 private:
  double value_;
  Risk risk_;
};

/// What the best decision costs; `loss` has a row a true class and a column a decision.
double risk_of_classes(std::span<const double> classes, const std::vector<double>& loss) {
  const std::size_t n_decisions = loss.size() / classes.size();
  std::vector<double> of_decisions(n_decisions, 0.0);
  for (std::size_t i = 0; i < loss.size(); ++i)
    of_decisions[i % n_decisions] += classes[i / n_decisions] * loss[i];
  return std::ranges::min(of_decisions);
}

/// The sum of squares about the mean, a target.
double squared_error(std::span<const double> moments) {
  const std::size_t n_targets = moments.size() / 2;
  if (moments[0] == 0) return 0;
  double sum = 0;
  for (std::size_t t = 1; t <= n_targets; ++t)
    sum += moments[t + n_targets] - moments[t] * moments[t] / moments[0];
  return sum / static_cast<double>(n_targets);
}

}  // namespace

std::unique_ptr<Rule> make_rule(const std::string& name, double value) {
  const double nearly = value * (1.0 - kShortfall);
  const auto so_many = [=](const OpenNode&) { return nearly; };
  const auto min_branch = [](MinBranch::Least least) {
    return std::make_unique<MinBranch>(std::move(least));
  };
  if (name == "constant") return stop_if([](const OpenNode& node) { return node.is_constant; });
  if (name == "max_depth")
    return stop_if([=](const OpenNode& node) { return static_cast<double>(node.depth) >= value; });
  if (name == "min_samples_split")
    return stop_if([=](const OpenNode& node) { return node.n_samples < nearly; });
  if (name == "min_samples_leaf") return min_branch({.of_node = so_many, .samples = nearly});
  if (name == "two_branches")
    return min_branch({.of_node = so_many, .samples = nearly, .of_two_only = true});
  if (name == "min_weight_fraction_leaf")
    return min_branch(
        {.of_node =
             [=](const OpenNode& node) { return value * node.root_weight * (1.0 - kShortfall); },
         .is_weight = true});
  if (name == "min_share_branch")
    return min_branch(
        {.of_node =
             [=](const OpenNode& node) { return value * node.n_samples * (1.0 + kShortfall); },
         .is_exceeded = true});
  if (name == "min_impurity")
    return stop_if([=](const OpenNode& node) { return node.impurity < value; });
  if (name == "min_risk")  // of numbers
    return stop_if([=](const OpenNode& node) { return node.weight * node.impurity < value; });
  if (name == "purity")
    return stop_if([=](const OpenNode& node) {
      const std::vector<double>& classes = node.statistics;
      return std::ranges::max(classes) >= value * pairwise_sum(classes.data(), classes.size());
    });
  if (name == "min_score")
    return reject_if([=](const OpenNode&, const Choice& best) { return best.score < value; });
  if (name == "some_gain")
    return reject_if([](const OpenNode& node, const Choice& best) {
      return !(best.score > kRounding * node.impurity);
    });
  if (name == "min_impurity_decrease")
    return reject_if([=](const OpenNode& node, const Choice& best) {
      const double share = node.weight / node.root_weight;
      return share * (best.score + kRounding * node.impurity) < value;
    });
  refuse("stopping rule '" + name + "' is not known to the native grower");
}

std::unique_ptr<Rule> make_min_loss(double value, std::vector<double> loss) {
  return std::make_unique<MinLoss>(
      value, [loss = std::move(loss)](auto classes) { return risk_of_classes(classes, loss); });
}

std::unique_ptr<Rule> make_min_squared_error(double value) {
  return std::make_unique<MinLoss>(value, squared_error);
}

}  // namespace arboretum::general
