#pragma once

#include <span>
#include <variant>
#include <vector>

#include "arboretum/core/feature.hpp"
#include "arboretum/core/pulse.hpp"
#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/statistics.hpp"
#include "arboretum/search_general/table.hpp"

namespace arboretum::general {

/// Rows that are being sent down a growing tree: the twin of `sources/memory.py`.
///
/// Every feature has a list of its rows, sorted once.  A node is the same range of every list;
/// routing parts the lists stably, so that they stay sorted and nothing is sorted again.
/// Where rows go down several branches the children together hold more than the node: from
/// there on nodes have rows and lists of their own, which end with them.  Rows that are spread
/// are in one list for all children; lists of categories are made when they are asked for.
class Source {
 public:
  /// `classes` has one per row, or none where `Choice::shares` are for all rows; `keeps_values`
  /// keeps the distinct values of numbers; `spreads` says that rows may go down several branches.
  Source(const std::vector<Feature>& features, std::size_t n_rows,
         std::span<const std::int32_t> classes, bool keeps_values, bool spreads,
         std::size_t n_threads, Pulse& pulse);

  std::size_t n_rows() const { return rows_.size(); }

  /// All rows, where every tree starts.
  Held everything() const { return {{0, rows_.size()}, nullptr}; }

  /// The rows of several trees, which come one after another.
  std::vector<Held> stretches(std::span<const Start> starts);

  /// The rows of a node, in the order of the data.
  std::span<const std::int32_t> rows(const Held& held) const {
    const std::vector<std::int32_t>& rows = held.own ? held.own->rows : rows_;
    return std::span(rows).subspan(held.range.begin, held.range.size());
  }

  /// What part of each row is at the node; nothing if all are there whole.
  std::span<const double> shares(const Held& held) const {
    return held.own ? std::span<const double>(held.own->shares) : std::span<const double>{};
  }

  /// The rows of a node in the order of a feature; `room` is for those that are put together.
  std::span<const Entry> list(std::int32_t feature, const Held& held,
                              std::vector<Entry>& room) const;

  /// Whether a feature has codes in the data; others are numbers.
  bool has_codes(std::int32_t feature) const {
    return std::holds_alternative<CodeColumn>(features_[feature].column);
  }
  std::size_t n_codes(std::int32_t feature) const {
    return static_cast<std::size_t>(features_[feature].n_categories);
  }

  /// Whether a node has a list of a feature, or one must be put together.
  bool has_list(std::int32_t feature, const Held& held) const {
    return !held.own || !has_codes(feature);
  }

  /// The codes of a feature that nodes with rows of their own have no list of.
  Column<std::int32_t> codes(std::int32_t feature) const {
    return {codes_.data() + place_of_code_[feature], n_rows(),
            static_cast<std::ptrdiff_t>(codes_.size() / n_rows())};
  }

  /// The distinct values of a number at all rows, ascending; empty if not kept.
  std::span<const double> values(std::int32_t feature) const { return values_[feature]; }

  /// Where a question sends each row of a node, by row; below 0 are those that cannot answer.
  std::span<const std::int32_t> ask(const Held& held, const Question& question);

  /// Finds out where the rows of a node go; whether they go on in parts, from here or from above.
  ///
  /// Rows that cannot answer are asked the surrogates, one after another, and then go down the
  /// missing branch, or down all branches by their shares.
  bool send(const Held& held, const Choice& choice);

  /// Deals rows that are not in parts to the children as `send` has found; their lists stay as
  /// they are until `part_lists`.  Rows without a branch are in no child, and stand after the last.
  std::vector<Held> deal(Range range, std::int32_t arity);

  /// The same for rows in parts, to those children that are wanted: others are forgotten.
  std::vector<Held> deal_in_parts(const Held& held, const Choice& choice,
                                  std::span<const std::uint8_t> is_wanted) const;

  /// The rows of a node that `send` has just looked at.
  RowsInParts in_parts(const Held& held, const Choice& choice) const {
    return {rows(held), shares(held), branch_of_row_, choice.shares};
  }

  /// Puts the rows of a child together, where some came in part; `deal_in_parts` leaves that to be
  /// done child by child, because many do without.
  void gather(Held& child);

  /// Takes back the memory of a child that will not be split.
  void forget(Held& child);

  /// Parts the lists of some features as `deal` has just parted the rows; a child with lists of
  /// its own may have been forgotten.
  void part_lists(const Held& held, std::span<const Held> children,
                  std::span<const std::int32_t> features);

  /// All rows: those of a node are together, but only a leaf's are in the order of the data.
  std::vector<std::int32_t> take_rows() { return std::move(rows_); }

 private:
  void sort_feature(std::size_t feature);
  void gather_codes();
  void read_shares(const Choice& choice);
  /// The group of a row, whose parts go down the branches together.
  std::size_t group_of(std::int32_t row, std::size_t n_groups) const {
    return n_groups == 1 ? 0 : static_cast<std::size_t>(classes_[row]);
  }
  void mark_branches(std::span<const std::int32_t> rows, const Question& question);
  /// Finds a branch for rows that cannot answer, by surrogates or by what the choice says.
  void mark_others(std::span<const std::int32_t> rows, const Choice& choice);
  /// The branch of a row that is nowhere in parts, or one more for those that stay.
  std::size_t place_of(std::int32_t row, std::size_t arity) const {
    return branch_of_row_[row] < 0 ? arity : static_cast<std::size_t>(branch_of_row_[row]);
  }
  void part_list(std::int32_t feature, Range range, std::span<const Held> children,
                 std::vector<Entry>& others);
  void part_list_in_parts(std::int32_t feature, const Held& held, std::span<const Held> children,
                          std::vector<Entry>& room) const;

  const std::vector<Feature>& features_;
  std::span<const std::int32_t> classes_;
  bool keeps_values_;
  std::size_t n_threads_;
  Pulse& pulse_;
  std::vector<std::int32_t> rows_;
  std::vector<std::int32_t> spare_rows_;
  std::vector<std::vector<Entry>> lists_;
  std::vector<std::vector<double>> values_;
  /// Those of a row side by side: a node that is a few rows of many finds them together.
  std::vector<std::int32_t> codes_;
  std::vector<std::size_t> place_of_code_;  ///< of each feature in a row of `codes_`
  std::vector<Entry> spare_entries_;
  OwnRows spare_;                              ///< whose memory is used for the next node
  std::vector<std::int32_t> branch_of_row_;    ///< `kSpreads`: see the shares of its group
  std::vector<std::int32_t> branch_of_group_;  ///< of rows that cannot answer, a class or all
  std::vector<std::int32_t> branch_of_code_;
};

/// Below this many entries of lists starting threads costs more than they save.
inline constexpr std::size_t kMinShared = 1 << 16;

}  // namespace arboretum::general
