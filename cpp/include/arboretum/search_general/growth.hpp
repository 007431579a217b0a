#pragma once

#include <limits>
#include <mutex>
#include <vector>

#include "arboretum/core/draw.hpp"
#include "arboretum/core/grown.hpp"
#include "arboretum/search_general/frontier.hpp"
#include "arboretum/search_general/recipe.hpp"
#include "arboretum/search_general/select.hpp"
#include "arboretum/search_general/shared_columns.hpp"
#include "arboretum/search_general/source.hpp"
#include "arboretum/search_general/spread_tables.hpp"

namespace arboretum::general {

/// What each row weighs, and how many samples it is.
struct RowSizes {
  Column<double> weights;
  Column<double> counts;
};

/// The loop: the twin of `growing/loop.py`.
class Growth {
 public:
  /// `shared` is what `statistics` read, where the policy spreads rows; else it is empty.
  Growth(const Recipe& recipe, Statistics& statistics, SharedColumns& shared,
         const std::vector<Feature>& features, RowSizes sizes, std::size_t n_threads, Pulse& pulse);

  Grown run();
  /// Grows on from nodes of another tree, whose rows come one after another; those nodes are the
  /// first of the result, which is in the order of growth.
  Grown run_from(std::span<const Start> starts, double root_weight);

 private:
  void open_root();
  void open_starts(std::span<const Start> starts);
  void split_all();
  /// Lets the rows of a node count by their shares.
  void enter(const OpenNode& node) {
    if (!shared_.is_empty()) shared_.set(source_.rows(node.held), source_.shares(node.held));
  }
  /// Adds up the rows of a node.
  void measure(OpenNode& node);
  /// Those of all children together, where rows go down several branches; false if that cannot
  /// be done.
  bool measure_in_parts(const OpenNode& node, const Choice& choice, std::span<OpenNode> children);
  /// Adds a node that was measured to the tree; false if a rule stops it.
  bool add(std::int32_t parent, OpenNode& node);
  /// The rule that stops a node before it is searched, or -1.
  std::int16_t stopped_by(const OpenNode& node) const;
  /// Looks for the split of a node, and makes a leaf of it where there is none.
  void look(OpenNode&& node);
  std::int16_t why_none(OpenNode& node);
  /// Whether some feature would have a split, were it not for a rule.
  bool finds_any(const OpenNode& node, const Rule& without);
  /// Finds the best splits of the features that compete; they are then in `choices_`.
  std::vector<std::int32_t> search(const OpenNode& node, const Rule* without);
  std::vector<std::int32_t> look_at(std::span<const std::int32_t> features, const OpenNode& node,
                                    const Rule* without);
  /// Features by what they scored at the node before: whatever the order, the same splits are
  /// found, but the better those found first, the fewer others are looked at closely.
  std::vector<std::int32_t> promising_first(std::span<const std::int32_t> features) const;
  void look_at_one(std::int32_t feature, const OpenNode& node, const Rule* without,
                   FeatureSelector& selector);
  /// What a split must score to be among those that are kept of a node.
  double score_to_beat() const {
    return best_scores_.size() < n_kept() ? -std::numeric_limits<double>::infinity()
                                          : best_scores_.back();
  }
  /// Nearly the best split of a feature, from a table that the siblings of a node have in common.
  bool estimate(const FeatureColumn& column, const OpenNode& node, Choice& choice,
                FeatureSelector& selector);
  /// Puts the best splits in the place of estimates.
  void find_exactly(OpenNode& node, std::vector<Choice>& ranked);
  void note_score(double score);
  std::size_t n_kept() const { return 1 + std::max<std::size_t>(1, recipe_.max_competitors); }
  /// How often a split of as much merit is found after shuffling the targets in `n` ways.
  std::int32_t n_as_good(const OpenNode& node, const Choice& choice, std::uint64_t seed,
                         std::int32_t n);
  /// The best merit found at a node after shuffling its targets.
  double best_shuffled(const OpenNode& node, std::uint64_t key);
  /// Features that are not yet known to be constant at a node.
  void forget_constants(OpenNode& node);
  void split(OpenSplit&& found);
  /// Adds the children of a node to the tree, and deals its rows to those that may be split.
  std::vector<OpenNode> open_children(const OpenNode& node, const Choice& choice,
                                      std::vector<Held>& held);
  /// Counts the rows that siblings have in common, where enough of them do.
  void make_tables(std::span<const OpenNode> siblings);
  /// The questions that stand in for a split, if the policy wants some.
  std::vector<Surrogate> find_surrogates(const OpenNode& node, const Choice& choice);
  void stop(const OpenNode& node, std::int16_t reason);
  /// Some rows, in whole or in part, will not be looked at again.
  void count_done(double n_rows);
  std::int32_t n_categories(const Question& question) const {
    return features_[question.feature].n_categories;
  }

  const Recipe& recipe_;
  Statistics& statistics_;
  SharedColumns& shared_;
  const std::vector<Feature>& features_;
  RowSizes sizes_;
  std::size_t n_threads_;
  Pulse& pulse_;
  Source source_;
  SpreadTables tables_;
  FeatureSelector selector_;
  Frontier frontier_;
  Draw draw_;                              ///< of the features that compete at a node
  std::vector<Choice> choices_;            ///< of each feature, where `is_found_`
  std::vector<std::uint8_t> is_found_;     ///< one per feature
  std::vector<std::uint8_t> is_constant_;  ///< found out by the last search, one per feature
  std::vector<double> best_scores_;        ///< of the features looked at so far, best first
  std::mutex scores_lock_;
  const bool only_best_count_;            ///< whether others than the kept splits change nothing
  const bool estimates_help_;             ///< whether only the best splits must be exact
  bool estimates_ = false;                ///< whether the search may use `tables_`
  bool is_shuffled_ = false;              ///< whether targets are, as the next two say
  std::vector<std::int32_t> targets_of_;  ///< the row whose target a row has, one per row
  std::vector<std::int32_t> origins_of_;  ///< the other way round
  std::int64_t n_leaves_ = 1;
  double root_weight_ = 0.0;
  double done_ = 0.0;  ///< rows that have reached a leaf, in whole or in part
  Grown grown_;
};

}  // namespace arboretum::general
