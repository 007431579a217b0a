#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/recipe.hpp"
#include "arboretum/search_general/spread_cuts.hpp"

namespace arboretum::general {

/// Finds the best admissible split of one feature at a time: the twin of `growing/choose.py`.
///
/// Keeps its memory from one feature to the next; each thread has its own.
class FeatureSelector {
 public:
  FeatureSelector(const Recipe& recipe, const Statistics& statistics)
      : recipe_(recipe),
        statistics_(statistics),
        table_(statistics.make_table()),
        seen_(recipe.splitters.size()) {}

  /// Writes the best split of a feature; false if it has none.  `without` is a rule that is
  /// not asked, or null.
  bool find(const FeatureColumn& column, std::span<const Entry> entries, const OpenNode& node,
            const Rule* without, Choice& choice) {
    table_->look_at(node.statistics);
    table_->fill(entries);
    return find_in_table(column, entries, node, without, false, choice);
  }

  /// The same from rows in the order of the data and the codes of all rows, if that can be done
  /// without a list; with a part of others it is an estimate.
  std::optional<bool> find_unsorted(const FeatureColumn& column, std::span<const std::int32_t> rows,
                                    Column<std::int32_t> codes, const OpenNode& node,
                                    const Rule* without, Choice& choice, TablePart others = {});

  /// Whether `estimate_cut` can be asked.
  static bool can_estimate_cuts(const Recipe& recipe, const Statistics& statistics);

  /// Nearly the best cut of a number, from the list of the rows that a node has alone and a part
  /// of others.  Estimates have what features are ranked by, and no question to ask.
  bool estimate_cut(const FeatureColumn& column, std::span<const Entry> alone, const Sides& spread,
                    double part, const OpenNode& node, Choice& choice);

  /// Splits that score less need not be told exactly.
  void set_to_beat(double score) { branches_.to_beat = score; }

  /// How many candidates were scored since this was asked last.
  std::size_t take_n_scored() { return std::exchange(n_scored_, 0); }

  /// For a list that is put together for one search.
  std::vector<Entry>& room() { return room_; }

  /// Whether the feature that was looked at last is the same for all rows of its node.
  bool is_constant() const { return is_constant_; }

 private:
  void note_constant(std::size_t n_bins, double missing_count) {
    is_constant_ = n_bins == 0 || (n_bins == 1 && missing_count == 0.0);
  }
  bool find_in_table(const FeatureColumn& column, std::span<const Entry> entries,
                     const OpenNode& node, const Rule* without, bool is_estimate, Choice& choice);
  /// The list of a feature with something in place of the missing values.
  std::span<const Entry> filled(const FeatureColumn& column, std::span<const Entry> entries);
  void propose(const FeatureColumn& column, std::span<const Entry> entries, const OpenNode& node);
  const Table& table_seen_by(std::size_t splitter, std::span<const Entry> entries,
                             const OpenNode& node);
  void read_known(const Table& table);
  /// What each branch of each candidate of a group would hold.
  void read_branches(const Candidates& group);
  /// Puts the rows without a value where the policy places them, candidate by candidate.
  void place_missing(const Table& table);
  /// The branch of a candidate that weighs most, the first of equals.
  std::int32_t heaviest_branch(std::size_t position);
  void score(const Candidates& group, const OpenNode& node, const Rule* without);
  /// The branches of the candidates that may compete; their counts are not read.
  const Branches& take_allowed();
  void mark_allowed(const Candidates& group, const OpenNode& node, const Rule* without);
  std::size_t n_admitted(std::size_t group) const;
  double share_of(const Candidates& group, const OpenNode& node) const;
  double left_out_by(const Candidates& group, const OpenNode& node) const;
  void write(std::size_t group, std::size_t candidate, const FeatureColumn& column,
             const OpenNode& node, Choice& choice);

  const Recipe& recipe_;
  const Statistics& statistics_;
  std::unique_ptr<Table> table_;
  std::vector<std::unique_ptr<Table>> seen_;  ///< by each splitter that leaves bins out
  std::vector<Entry> room_;
  Fill fill_;                  ///< what stands in for the missing values of the feature ...
  std::vector<Entry> filled_;  ///< ... and its list with that in their place
  std::vector<Proposed> proposals_;
  std::vector<Proposed> placed_;  ///< those that say themselves where missing values go
  std::vector<Candidates> groups_;
  std::vector<std::size_t> starts_;   ///< of each group in `scores_`
  std::vector<std::size_t> firsts_;   ///< candidate of each group that has a score
  std::vector<double> scores_;        ///< minus infinity for candidates that may not compete
  std::vector<double> known_;         ///< statistics of the rows whose value is known ...
  const Table* known_in_ = nullptr;   ///< ... in this table
  Branches branches_;                 ///< of the group that was scored last ...
  std::vector<std::int32_t> places_;  ///< ... and where it puts missing values, if each is placed
  Branches admitted_;
  std::vector<double> scored_;
  std::vector<double> weights_;
  std::vector<std::uint8_t> allowed_;
  bool is_constant_ = false;
  std::size_t n_scored_ = 0;
  Sides alone_;
  SpreadCuts cuts_;
  std::vector<ScoredCut> scored_cuts_;
};

}  // namespace arboretum::general
