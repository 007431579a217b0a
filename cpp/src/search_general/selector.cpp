#include "arboretum/search_general/selector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "impurity_decrease.hpp"

namespace arboretum::general {
namespace {

using Choices = std::vector<Choice*>;

/// Appends the best choices, equals in their order, until `n` are ranked: the twin of
/// `search/ties.py`.
void rank_choices(Choices choices, double impurity, std::size_t n, std::vector<Choice>& ranked) {
  while (!choices.empty() && ranked.size() < n) {
    double best = -std::numeric_limits<double>::infinity();
    for (const Choice* choice : choices) best = std::max(best, choice->merit);
    const double floor = best - tie_tolerance(best, impurity);
    const auto is_equal = [&](const Choice* choice) { return choice->merit >= floor; };
    const bool is_tie = std::ranges::count_if(choices, is_equal) > 1;
    const auto winner = std::ranges::find_if(choices, is_equal);
    ranked.push_back(**winner);
    ranked.back().is_tie = ranked.back().is_tie || is_tie;
    choices.erase(winner);
  }
}

class AboveMeanGain {
 public:
  AboveMeanGain(double slack, bool charge, double many, RowsPerClass rows_per_class)
      : slack_(slack), charge_(charge), many_(many), rows_per_class_(rows_per_class) {}

  std::vector<Choice> operator()(Choices choices, const OpenNode& node,
                                 const Statistics& statistics, std::size_t n) const {
    const auto n_features = static_cast<double>(choices.size());
    std::erase_if(choices, [&](const Choice* choice) {
      return !is_free(*choice) && !(gain(*choice, node) > kNothing);
    });
    const std::optional<double> mean = mean_gain(choices, node);
    if (!mean) return {};
    const double least = least_gain(*mean, n_features, node.weight, statistics.width()) -
                         tie_tolerance(*mean, node.impurity);
    Choices able, others;
    double best = 0.0;
    for (Choice* choice : choices) {
      const bool is_able = gain(*choice, node) >= least;
      choice->merit = ratio(*choice, node, statistics);
      (is_able ? able : others).push_back(choice);
      if (is_able) best = std::max(best, choice->merit);
    }
    if (best <= kNothing) return {};
    std::vector<Choice> ranked;
    rank_choices(std::move(able), node.impurity, n, ranked);
    rank_choices(std::move(others), node.impurity, n, ranked);
    return ranked;
  }

 private:
  /// A gain, or a gain ratio, of no more is none.
  static constexpr double kNothing = 1e-6;
  /// A share of the weight this small is the rounding of sums.
  static constexpr double kRounding = 1e-9;

  double gain(const Choice& choice, const OpenNode& node) const {
    return charge_ ? choice.score - choice.bits() / node.weight : choice.score;
  }

  /// A question about categories that was not chosen among others competes whatever it gains.
  static bool is_free(const Choice& choice) {
    return choice.question.kind == SplitKind::category && !choice.log_trials;
  }

  bool has_many(const Choice& choice, const OpenNode& node) const {
    const bool is_by_category = choice.question.kind == SplitKind::category;
    return (is_by_category ? choice.n_categories : 0) >= many_ * node.root_weight;
  }

  /// Of the choices that count; nothing if none does.
  std::optional<double> mean_gain(const Choices& choices, const OpenNode& node) const {
    double sum = 0.0, n = 0.0;
    for (const Choice* choice : choices) {
      if (has_many(*choice, node)) continue;
      sum += gain(*choice, node);
      ++n;
    }
    return n > 0.0 ? std::optional(sum / n) : std::nullopt;
  }

  /// What a split must gain: near the mean, or what naming its feature takes.
  double least_gain(double mean, double n_features, double weight, std::size_t n_classes) const {
    const auto [first, last] = rows_per_class_;
    const double rows = weight / static_cast<double>(n_classes);
    if (rows <= first) return mean - slack_;
    const double moved = std::min((rows - first) / (last - first), 1.0);
    return (1.0 - moved) * (mean - slack_) + moved * std::log2(n_features) / weight;
  }

  /// The gain for each bit of the entropy of branch weights and of what is in no branch.
  double ratio(const Choice& choice, const OpenNode& node, const Statistics& statistics) const {
    const auto arity = static_cast<std::size_t>(choice.question.arity);
    std::vector<double> groups(arity + 1), scratch(arity + 1);
    for (std::size_t b = 0; b < arity; ++b)
      groups[b] = statistics.weight(choice.branches.data() + b * statistics.width());
    const double left_out = node.weight - pairwise_sum(groups.data(), arity);
    groups[arity] = left_out > kRounding * node.weight ? left_out : 0.0;
    const double bits = entropy(groups.data(), groups.size(), 1.0, scratch.data());
    return bits > 0.0 ? gain(choice, node) / bits : 0.0;
  }

  double slack_;
  bool charge_;
  double many_;
  RowsPerClass rows_per_class_;
};

}  // namespace

double tie_tolerance(double best, double impurity) {
  return 1e-9 * std::abs(best) + 1e-12 * impurity;
}

Selector make_best() {
  const auto rank = [](Choices choices, const OpenNode& node, const Statistics&, std::size_t n) {
    std::vector<Choice> ranked;
    rank_choices(std::move(choices), node.impurity, n, ranked);
    return ranked;
  };
  return {rank, true};
}

Selector make_above_mean_gain(double slack, bool charge, double many, RowsPerClass rows_per_class) {
  return {AboveMeanGain(slack, charge, many, rows_per_class)};
}

}  // namespace arboretum::general
