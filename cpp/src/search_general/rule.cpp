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

/// What is asked of every branch.
struct Least {
  std::function<double(const OpenNode&)> of_node;  ///< how much
  double samples = 0.0;      ///< the same, if it is so many samples at every node
  bool is_weight = false;    ///< how much weight, not how many samples
  bool is_exceeded = false;  ///< a branch must hold more than that
  bool of_two_only = false;  ///< the others may be smaller
};

/// Keeps candidates from competing that have a branch which is too small.
Rule min_branch(const Least& asked) {
  const auto admit = [=](const OpenNode& node, const Branches& branches,
                         const std::vector<double>& weights, std::vector<std::uint8_t>& allowed) {
    const std::size_t arity = branches.arity, enough = asked.of_two_only ? 2 : arity;
    const double least = asked.of_node(node);
    const double* size = asked.is_weight ? weights.data() : branches.counts.data();
    for (std::size_t i = 0; i < branches.n; ++i) {
      std::size_t n_large = 0;
      for (std::size_t b = 0; b < arity; ++b, ++size)
        n_large += *size > least || (*size == least && !asked.is_exceeded) ? 1 : 0;
      if (n_large < enough) allowed[i] = 0;
    }
  };
  return {.admit = admit, .least_samples = asked.samples};
}

/// A risk that is known of branches too.
Rule min_loss(double value, const std::function<double(std::span<const double>)>& risk) {
  const auto stops = [=](const OpenNode& node) { return risk(node.statistics) < value; };
  // Where no tree that begins with the split saves enough a leaf: a branch saves no more than it
  // costs, and only if it is split.
  const auto rejects = [=](const OpenNode& node, const Choice& choice) {
    if (!(value > 0)) return false;
    const std::size_t width = node.statistics.size(), arity = choice.branches.size() / width;
    const double at_node = risk(node.statistics);
    double saved = at_node, below = 0;
    for (std::size_t b = 0; b < arity; ++b) {
      const double of_branch = risk(std::span(choice.branches).subspan(b * width, width));
      saved -= of_branch;
      below += std::max(of_branch - value, 0.0);
    }
    return saved - static_cast<double>(arity - 1) * value + below + kRounding * at_node < 0;
  };
  return {.stops = stops, .rejects = rejects};
}

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

Rule stop_if(std::function<bool(const OpenNode&)> test) { return {.stops = std::move(test)}; }

Rule reject_if(std::function<bool(const OpenNode&, const Choice&)> test) {
  return {.rejects = std::move(test)};
}

}  // namespace

Rule make_rule(const std::string& name, double value) {
  const double nearly = value * (1.0 - kShortfall);
  const auto so_many = [=](const OpenNode&) { return nearly; };
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

Rule make_min_loss(double value, std::vector<double> loss) {
  return min_loss(value, [loss = std::move(loss)](std::span<const double> classes) {
    return risk_of_classes(classes, loss);
  });
}

Rule make_min_squared_error(double value) { return min_loss(value, squared_error); }

}  // namespace arboretum::general
