#include <algorithm>
#include <cmath>
#include <numbers>

#include "arboretum/core/check.hpp"
#include "impurity_decrease.hpp"

// The arithmetic of the Python criteria, operation by operation: equal splits must look equal,
// and unequal ones unequal, to both growers.

namespace arboretum::general {
namespace {

/// What the impurities of class weights share.
struct ClassImpurity {
  ClassBlock block;

  std::size_t n_scratch() const { return block.n_classes; }
  double weight(const double* statistics) const {
    return pairwise_sum(statistics + block.first, block.n_classes);
  }
};

struct Gini : ClassImpurity {
  double of(const double* statistics, double* scratch) const {
    shares(statistics + block.first, block.n_classes, scratch);
    for (std::size_t k = 0; k < block.n_classes; ++k) scratch[k] *= 1.0 - scratch[k];
    return pairwise_sum(scratch, block.n_classes);
  }
};

/// What those of two classes share, which do without loops over them.
struct ImpurityOfTwo : ClassImpurity {
  static constexpr bool is_of_two = true;
  double weight(const double* statistics) const {
    return statistics[block.first] + statistics[block.first + 1];
  }
};

struct GiniOfTwo : ImpurityOfTwo {
  double of(const double* statistics, double*) const {
    const double total = weight(statistics);
    if (!(total > 0.0)) return 0.0;
    const double first = statistics[block.first] / total;
    const double second = statistics[block.first + 1] / total;
    return first * (1.0 - first) + second * (1.0 - second);
  }
};

struct Entropy : ClassImpurity {
  double bits;  ///< of one unit

  double of(const double* statistics, double* scratch) const {
    return entropy(statistics + block.first, block.n_classes, bits, scratch);
  }
};

struct EntropyOfTwo : ImpurityOfTwo {
  double bits;

  double of(const double* statistics, double*) const {
    const double total = weight(statistics);
    if (!(total > 0.0)) return 0.0;
    const auto term = [](double share) { return share > 0.0 ? share * std::log2(share) : 0.0; };
    const double first = term(statistics[block.first] / total);
    return 0.0 - (first + term(statistics[block.first + 1] / total)) / bits;
  }
};

struct ErrorRate : ClassImpurity {
  double of(const double* statistics, double* scratch) const {
    if (!(weight(statistics) > 0.0)) return 0.0;
    shares(statistics + block.first, block.n_classes, scratch);
    return 1.0 - *std::max_element(scratch, scratch + block.n_classes);
  }
};

/// What an information gain is divided by: the entropy of the branches; half the sum of that and
/// of the node's; that of branches and classes together.
enum class Cost { split_entropy, both_entropies, joint_entropy };

/// The information gain, divided by an entropy.
class GainOver final : public ImpurityDecrease<Entropy> {
 public:
  GainOver(Entropy entropy, Cost cost) : ImpurityDecrease<Entropy>(entropy), cost_(cost) {}

  void score(const double* parent, const Branches& branches, double* scores) const override {
    score_known(parent, branches, 0.0, scores);
  }

  void score_known(const double* parent, const Branches& branches, double left_out,
                   double* scores) const override {
    ImpurityDecrease<Entropy>::score(parent, branches, scores);
    const auto [first, n_classes] = impurity_.block;
    const bool has_both = cost_ == Cost::both_entropies;
    const double of_node = has_both ? impurity(parent) : 0.0;
    const std::size_t arity = branches.arity;
    std::vector<double> cells(arity * n_classes), sizes(arity + 1),
        scratch(std::max(cells.size(), sizes.size()));
    // What is in no branch counts as one more.
    sizes[arity] = cost_ == Cost::split_entropy ? left_out : 0.0;
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t b = 0; b < arity; ++b) {
        const double* branch =
            branches.statistics.data() + (i * arity + b) * branches.width + first;
        std::copy_n(branch, n_classes, cells.data() + b * n_classes);
        sizes[b] = pairwise_sum(branch, n_classes);
      }
      const std::span<const double> parts =
          cost_ == Cost::joint_entropy ? std::span(cells)
                                       : std::span(sizes).first(arity + (sizes[arity] > 0.0));
      const double cost =
          of_node + entropy(parts.data(), parts.size(), impurity_.bits, scratch.data());
      scores[i] = cost > 0.0 ? (has_both ? 2.0 : 1.0) * scores[i] / cost : 0.0;
    }
  }

 private:
  Cost cost_;
};

/// Criteria that compare branches; the impurity of a node is Gini's.
class Compared : public Scorer {
 public:
  explicit Compared(ClassBlock block) : block_(block), gini_(Gini{{block}}) {}
  double impurity(const double* statistics) const override { return gini_.impurity(statistics); }

 protected:
  const double* classes_of(const Branches& branches, std::size_t i, std::size_t b) const {
    return branches.statistics.data() + (i * branches.arity + b) * branches.width + block_.first;
  }

  ClassBlock block_;
  ImpurityDecrease<Gini> gini_;
};

class ChiSquare final : public Compared {
 public:
  using Compared::Compared;

  void score(const double*, const Branches& branches, double* scores) const override {
    const std::size_t n_classes = block_.n_classes;
    std::vector<double> whole(n_classes), share(n_classes), terms(n_classes), sums(branches.arity);
    for (std::size_t i = 0; i < branches.n; ++i) {
      std::ranges::fill(whole, 0.0);
      for (std::size_t b = 0; b < branches.arity; ++b)
        for (std::size_t k = 0; k < n_classes; ++k) whole[k] += classes_of(branches, i, b)[k];
      shares(whole.data(), n_classes, share.data());
      for (std::size_t b = 0; b < branches.arity; ++b) {
        const double* classes = classes_of(branches, i, b);
        const double weight = pairwise_sum(classes, n_classes);
        for (std::size_t k = 0; k < n_classes; ++k) {
          const double by_chance = weight * share[k], excess = classes[k] - by_chance;
          terms[k] = by_chance > 0.0 ? excess * excess / by_chance : 0.0;
        }
        sums[b] = pairwise_sum(terms.data(), n_classes);
      }
      scores[i] = pairwise_sum(sums.data(), branches.arity);
    }
  }
};

class Twoing final : public Compared {
 public:
  using Compared::Compared;

  void score(const double*, const Branches& branches, double* scores) const override {
    const std::size_t arity = branches.arity, n_classes = block_.n_classes;
    std::vector<double> weights(arity), of_branch(arity), of_class(arity * n_classes);
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t b = 0; b < arity; ++b) {
        const double* classes = classes_of(branches, i, b);
        weights[b] = pairwise_sum(classes, n_classes);
        shares(classes, n_classes, of_class.data() + b * n_classes);
      }
      shares(weights.data(), arity, of_branch.data());
      scores[i] = pairs(of_branch, of_class);
    }
  }

 private:
  double pairs(const std::vector<double>& of_branch, const std::vector<double>& of_class) const {
    const std::size_t arity = of_branch.size(), n_classes = block_.n_classes;
    std::vector<double> apart(n_classes), terms(arity);
    double score = 0.0;
    for (std::size_t a = 0; a + 1 < arity; ++a) {
      for (std::size_t b = a + 1; b < arity; ++b) {
        for (std::size_t k = 0; k < n_classes; ++k)
          apart[k] = std::abs(of_class[b * n_classes + k] - of_class[a * n_classes + k]);
        const double sum = pairwise_sum(apart.data(), n_classes);
        terms[b - a - 1] = of_branch[b] * of_branch[a] * (sum * sum);
      }
      score += pairwise_sum(terms.data(), arity - a - 1) / 4;
    }
    return score;
  }
};

class WeightOfEvidence final : public Compared {
 public:
  WeightOfEvidence(ClassBlock block, double max_odds) : Compared(block), max_odds_(max_odds) {}

  void score(const double*, const Branches& branches, double* scores) const override {
    const std::size_t arity = branches.arity, n_classes = block_.n_classes;
    std::vector<double> inside(arity), outside(arity), of_class(n_classes), values(n_classes);
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t k = 0; k < n_classes; ++k) {
        for (std::size_t b = 0; b < arity; ++b) {
          const double* classes = classes_of(branches, i, b);
          inside[b] = classes[k];
          outside[b] = pairwise_sum(classes, n_classes) - classes[k];
        }
        of_class[k] = pairwise_sum(inside.data(), arity);
        values[k] = value(inside, outside);
      }
      shares(of_class.data(), n_classes, of_class.data());
      for (std::size_t k = 0; k < n_classes; ++k) values[k] *= of_class[k];
      scores[i] = pairwise_sum(values.data(), n_classes);
    }
  }

 private:
  /// Of one class, from its weight in each branch and that of the others; both are overwritten.
  double value(std::vector<double>& inside, std::vector<double>& outside) const {
    const std::size_t arity = inside.size();
    if (!(pairwise_sum(outside.data(), arity) > 0.0)) return 0.0;
    shares(inside.data(), arity, inside.data());
    shares(outside.data(), arity, outside.data());
    for (std::size_t b = 0; b < arity; ++b) {
      const double one_sided = inside[b] > 0.0 ? max_odds_ : 1.0;
      const double odds = outside[b] > 0.0 ? inside[b] / outside[b] : one_sided;
      inside[b] = (inside[b] - outside[b]) * std::log(std::clamp(odds, 1.0 / max_odds_, max_odds_));
    }
    return pairwise_sum(inside.data(), arity);
  }

  double max_odds_;
};

class Mean final : public Scorer {
 public:
  explicit Mean(std::vector<std::unique_ptr<Scorer>> scorers) : scorers_(std::move(scorers)) {}

  double impurity(const double* statistics) const override {
    double sum = 0.0;
    for (const auto& scorer : scorers_) sum += scorer->impurity(statistics);
    return sum / static_cast<double>(scorers_.size());
  }

  void score(const double* parent, const Branches& branches, double* scores) const override {
    score_known(parent, branches, 0.0, scores);
  }

  void score_known(const double* parent, const Branches& branches, double left_out,
                   double* scores) const override {
    std::vector<double> of_target(branches.n);
    std::fill_n(scores, branches.n, 0.0);
    for (const auto& scorer : scorers_) {
      scorer->score_known(parent, branches, left_out, of_target.data());
      for (std::size_t i = 0; i < branches.n; ++i) scores[i] += of_target[i];
    }
    for (std::size_t i = 0; i < branches.n; ++i) scores[i] /= static_cast<double>(scorers_.size());
  }

 private:
  std::vector<std::unique_ptr<Scorer>> scorers_;
};

/// The scores of class weights that are multiplied first: the twin of `criteria/nested.py`.
class AlteredPriors final : public Scorer {
 public:
  AlteredPriors(std::unique_ptr<Scorer> scorer, std::vector<double> multipliers)
      : scorer_(std::move(scorer)), multipliers_(std::move(multipliers)) {}

  double impurity(const double* statistics) const override {
    const std::vector<double> altered = alter(statistics);
    return scorer_->impurity(altered.data()) * ratio(altered, statistics);
  }

  void score(const double* parent, const Branches& branches, double* scores) const override {
    const std::vector<double> altered = alter(parent);
    Branches multiplied = branches;
    for (std::size_t i = 0; i < multiplied.statistics.size(); ++i)
      multiplied.statistics[i] *= multipliers_[i % multipliers_.size()];
    scorer_->score(altered.data(), multiplied, scores);
    const double factor = ratio(altered, parent);
    for (std::size_t i = 0; i < branches.n; ++i) scores[i] *= factor;
  }

 private:
  std::vector<double> alter(const double* weights) const {
    std::vector<double> altered(multipliers_);
    for (std::size_t k = 0; k < altered.size(); ++k) altered[k] *= weights[k];
    return altered;
  }

  static double ratio(const std::vector<double>& altered, const double* weights) {
    const double total = pairwise_sum(weights, altered.size());
    return total > 0.0 ? pairwise_sum(altered.data(), altered.size()) / total : 0.0;
  }

  std::unique_ptr<Scorer> scorer_;
  std::vector<double> multipliers_;
};

class PValueScorer final : public Scorer {
 public:
  PValueScorer(TestName test, std::size_t first, std::size_t width,
               std::unique_ptr<Scorer> impurity)
      : test_(test), first_(first), width_(width), impurity_(std::move(impurity)) {}

  double impurity(const double* statistics) const override {
    return impurity_->impurity(statistics);
  }

  void score(const double*, const Branches& branches, double* scores) const override {
    std::vector<const double*> groups(branches.arity);
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t b = 0; b < branches.arity; ++b)
        groups[b] = branches.statistics.data() + (i * branches.arity + b) * branches.width + first_;
      scores[i] = log_p_alike(test_, groups, width_) / -std::numbers::ln10;
    }
  }

  double corrected(double score, double log_trials) const override {
    return std::max(score - log_trials, 0.0);
  }

 private:
  TestName test_;
  std::size_t first_;
  std::size_t width_;
  std::unique_ptr<Scorer> impurity_;
};

}  // namespace

std::unique_ptr<Scorer> make_class_scorer(const std::string& name, ClassBlock block,
                                          ClassParameters parameters) {
  const Entropy entropy{{block}, parameters.bits};
  if (name == "gini" && block.n_classes == 2) return decrease_of(GiniOfTwo{{{block}}});
  if (name == "gini") return decrease_of(Gini{{block}});
  if (name == "entropy" && block.n_classes == 2)
    return decrease_of(EntropyOfTwo{{{block}}, parameters.bits});
  if (name == "entropy") return decrease_of(entropy);
  if (name == "error") return decrease_of(ErrorRate{{block}});
  if (name == "gain_ratio") return std::make_unique<GainOver>(entropy, Cost::split_entropy);
  if (name == "symmetric_gain_ratio")
    return std::make_unique<GainOver>(entropy, Cost::both_entropies);
  if (name == "mantaras") return std::make_unique<GainOver>(entropy, Cost::joint_entropy);
  if (name == "chi_square") return std::make_unique<ChiSquare>(block);
  if (name == "twoing") return std::make_unique<Twoing>(block);
  if (name == "weight_of_evidence")
    return std::make_unique<WeightOfEvidence>(block, parameters.max_odds);
  refuse("criterion '" + name + "' of classes is not known to the native grower");
}

std::unique_ptr<Scorer> make_p_value_scorer(TestName test, std::size_t first, std::size_t width,
                                            std::unique_ptr<Scorer> impurity) {
  return std::make_unique<PValueScorer>(test, first, width, std::move(impurity));
}

std::unique_ptr<Scorer> make_mean_scorer(std::vector<std::unique_ptr<Scorer>> scorers) {
  if (scorers.empty()) refuse("a criterion for several targets needs at least one");
  return std::make_unique<Mean>(std::move(scorers));
}

std::unique_ptr<Scorer> make_altered_priors(std::unique_ptr<Scorer> scorer,
                                            std::vector<double> multipliers) {
  return std::make_unique<AlteredPriors>(std::move(scorer), std::move(multipliers));
}

}  // namespace arboretum::general
