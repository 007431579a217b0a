#include <algorithm>
#include <numbers>

#include "arboretum/search_general/scorer.hpp"

namespace arboretum::general {
namespace {

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

std::unique_ptr<Scorer> make_p_value_scorer(TestName test, std::size_t first, std::size_t width,
                                            std::unique_ptr<Scorer> impurity) {
  return std::make_unique<PValueScorer>(test, first, width, std::move(impurity));
}

}  // namespace arboretum::general
