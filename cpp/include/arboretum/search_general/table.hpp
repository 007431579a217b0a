#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"

namespace arboretum::general {

/// A row in the list of a feature.  Lists are sorted by code, missing values last, then by row.
struct Entry {
  std::int32_t code;
  std::int32_t row;
};

inline constexpr std::int32_t kMissingCode = std::numeric_limits<std::int32_t>::max();

/// The order of lists.
inline bool is_before(const Entry& a, const Entry& b) {
  return a.code != b.code ? a.code < b.code : a.row < b.row;
}

/// Makes a list of rows that are in the order of the data.
void sort_categories(std::span<const std::int32_t> rows, Column<std::int32_t> codes,
                     std::vector<Entry>& list);

/// As a place for missing values: they are in no branch.
inline constexpr std::int32_t kLeftOut = -1;

/// What each branch of each candidate would hold.
struct Branches {
  /// Asked for: cuts with fewer samples on a side may be left out.
  double least = 0.0;
  /// Asked for: cuts that are clearly not the best need not be told exactly.
  bool only_best = false;
  /// Nor those that score less than this; the scores of all are savings from `impurity`.
  double to_beat = -std::numeric_limits<double>::infinity();
  double impurity = 0.0;  ///< of the node
  std::size_t first = 0;  ///< number of the first candidate that is here
  /// Whether the first branch of each candidate holds all that of the one before it does.
  bool is_growing = false;
  bool has_least = false;  ///< whether cuts with fewer samples on a side were left out
  std::size_t n = 0;
  std::size_t arity = 0;
  std::size_t width = 0;
  std::vector<double> counts;      ///< n x arity
  std::vector<double> statistics;  ///< n x arity x width

  /// Makes room; what is in it is left from before.
  void resize(std::size_t n_candidates, std::size_t n_branches, std::size_t n_statistics) {
    first = 0;
    is_growing = has_least = false;
    n = n_candidates;
    arity = n_branches;
    width = n_statistics;
    counts.resize(n * arity);
    statistics.resize(n * arity * width);
  }
  /// Makes room, all 0.
  void reset(std::size_t n_candidates, std::size_t n_branches, std::size_t n_statistics) {
    counts.clear();
    statistics.clear();
    resize(n_candidates, n_branches, n_statistics);
  }
  /// Drops the candidates before `begin` and from `end` on.
  void keep(std::size_t begin, std::size_t end) {
    first += begin;
    n = end - begin;
    const auto cut = [&](std::vector<double>& numbers, std::size_t each) {
      numbers.erase(numbers.begin(), numbers.begin() + std::ptrdiff_t(begin * each));
      numbers.resize(n * each);
    };
    cut(counts, arity);
    cut(statistics, arity * width);
  }
  double& count(std::size_t candidate, std::size_t branch) {
    return counts[candidate * arity + branch];
  }
  double* of(std::size_t candidate, std::size_t branch) {
    return statistics.data() + (candidate * arity + branch) * width;
  }
};

/// Candidates that put every bin into a branch.
struct Grouping {
  std::size_t size;  ///< number of candidates
  std::size_t arity;
  /// Writes the branch of each bin under one candidate.
  std::function<void(std::size_t candidate, std::span<std::int32_t> labels)> label;
};

/// One candidate that puts each bin where its label says.
Grouping grouped_by(std::vector<std::int32_t> labels);
/// One candidate with all bins in branch 0: what is known.
Grouping all_together();

class Statistics;

class Table;

/// A part of what another table holds.
struct TablePart {
  const Table* table = nullptr;
  double part = 0.0;
};

/// Statistics of a node for each bin of one feature; the rows without a known value apart.
///
/// A bin is one distinct number or one category; only those at the node are in its table.
/// Made once a thread and filled again and again, so that its memory is.
class Table {
 public:
  virtual ~Table() = default;

  std::vector<std::int32_t> bins;  ///< codes, ascending
  std::vector<std::int32_t> rows;  ///< one of each bin
  std::vector<double> counts;
  double missing_count = 0.0;

  std::size_t n_bins() const { return bins.size(); }

  /// Says what the node holds whose lists are read next.
  virtual void look_at(const std::vector<double>& /*node*/) {}

  /// Reads the list of a feature at a node.
  virtual void fill(std::span<const Entry> entries) = 0;

  /// Reads rows of a node in the order of the data without a list, where that is quicker; or does
  /// nothing and returns false.  A part of another such table may be added.
  virtual bool fill_unsorted(std::span<const std::int32_t> /*rows*/, Column<std::int32_t> /*codes*/,
                             std::size_t /*n_codes*/, TablePart /*others*/ = {}) {
    return false;
  }

  /// Reads the same list without the bins of fewer than `least` samples: those are missing here.
  virtual void fill_without_rare(const Table& whole, std::span<const Entry> entries, double least);

  /// Binary splits "the first bins | the others", with bins in `order` (empty: as they are).
  ///
  /// Candidate i puts the first i + 1 bins into branch 0; those from `begin` to before `end` are
  /// wanted.  `missing_branch` 2 is a branch of its own.
  virtual void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                    std::int32_t missing_branch, Branches& out) const = 0;

  /// Candidates that put each bin into a branch; `missing_branch` may be one branch more.
  virtual void groups(const Grouping& grouping, std::int32_t missing_branch,
                      Branches& out) const = 0;

  /// Writes the statistics of all bins together: of the rows whose value is known.
  virtual void known(std::vector<double>& statistics) const;

  /// Writes the weight of each bin.
  virtual void weights(const Statistics& counted, std::vector<double>& weights) const;

  /// The statistics of each bin, one after another.
  virtual std::vector<double> statistics() const = 0;
  /// Those of the rows without a known value.
  virtual std::vector<double> missing() const = 0;

 protected:
  /// Reads the bins and their first rows; returns where the missing values start.
  std::size_t read_bins(std::span<const Entry> entries);
  /// Takes cuts with fewer than `least` samples on a side out of those from `begin` to `end`.
  void leave_out_small(std::span<const std::int32_t> order, double least, std::size_t& begin,
                       std::size_t& end) const;
};

}  // namespace arboretum::general
