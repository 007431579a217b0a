#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "arboretum/search_general/spread_cuts.hpp"
#include "arboretum/search_general/table.hpp"
#include "arboretum/statistics/alike.hpp"

namespace arboretum::general {

/// How counts are scored: the twin of `criteria/base.py`.
class Scorer {
 public:
  virtual ~Scorer() = default;

  /// How mixed a node is.
  virtual double impurity(const double* statistics) const = 0;

  /// Writes one score a candidate; higher is better.
  virtual void score(const double* parent, const Branches& branches, double* scores) const = 0;

  /// The same on the rows whose value is known; the others at the node weigh `left_out`.
  virtual void score_known(const double* parent, const Branches& branches, double /*left_out*/,
                           double* scores) const {
    score(parent, branches, scores);
  }

  /// The same where only the best are wanted: a score that is lower than the best by more than
  /// `slack` and a part of it may be replaced by another that is.
  virtual void score_best(const double* parent, const Branches& branches, double left_out,
                          double /*slack*/, double* scores) const {
    score_known(parent, branches, left_out, scores);
  }

  /// Whether it has `score_cuts`.
  virtual bool scores_cuts() const { return false; }

  /// The same for the cuts of two classes from `begin` to before `end`, of which there is at least
  /// one: writes the scores of those that may be the best.
  virtual void score_cuts(const double* /*parent*/, SpreadCuts& /*cuts*/, std::size_t /*begin*/,
                          std::size_t /*end*/, double /*slack*/,
                          std::vector<ScoredCut>& /*scored*/) const {}

  /// The score of a split that is the best of many; `log_trials` is their decimal logarithm.
  virtual double corrected(double score, double /*log_trials*/) const { return score; }
};

/// Where the class weights of one target stand in the statistics.
struct ClassBlock {
  std::size_t first = 0;
  std::size_t n_classes = 0;
};

/// What criteria of class weights have for parameters.
struct ClassParameters {
  double bits = 1.0;      ///< of one unit of entropy
  double max_odds = 0.0;  ///< of the weight of evidence
};

/// A criterion of class weights by its name.
std::unique_ptr<Scorer> make_class_scorer(const std::string& name, ClassBlock block,
                                          ClassParameters parameters);

/// The mean of other scorers, one per target.
std::unique_ptr<Scorer> make_mean_scorer(std::vector<std::unique_ptr<Scorer>> scorers);

/// Another scorer, of the class weights of one target each times a multiplier.
std::unique_ptr<Scorer> make_altered_priors(std::unique_ptr<Scorer> scorer,
                                            std::vector<double> multipliers);

/// A criterion of numbers by its name; `ddof` is for the squared error, `root` for that of it.
std::unique_ptr<Scorer> make_number_scorer(const std::string& name, std::size_t n_targets,
                                           double ddof, double root = 2.0);

/// How improbable it is that branches which are alike differ so much; `impurity` is for nodes.
/// The class weights start at `first` of the statistics; of numbers it is 0.
std::unique_ptr<Scorer> make_p_value_scorer(TestName test, std::size_t first, std::size_t width,
                                            std::unique_ptr<Scorer> impurity);

}  // namespace arboretum::general
