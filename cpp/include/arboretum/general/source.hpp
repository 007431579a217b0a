#pragma once

#include <span>
#include <vector>

#include "arboretum/general/node.hpp"
#include "arboretum/general/table.hpp"
#include "arboretum/grow/input.hpp"
#include "arboretum/pulse.hpp"

namespace arboretum::general {

/// Rows that are being sent down a growing tree: the twin of `sources/memory.py`.
///
/// Every feature has a list of its rows, sorted once.  A node is the same range of every list;
/// routing parts the lists stably, so that they stay sorted and nothing is sorted again.
class Source {
 public:
  /// `keeps_values` keeps the distinct values of numbers.
  Source(const std::vector<grow::Feature>& features, std::size_t n_rows, bool keeps_values,
         std::size_t n_threads, Pulse& pulse);

  /// The range of all rows, where every tree starts.
  Range everything() const { return {0, rows_.size()}; }

  /// The rows of a node, in the order of the data.
  std::span<const std::int32_t> rows(Range range) const {
    return std::span(rows_).subspan(range.begin, range.size());
  }

  /// The rows of a node in the order of a feature.
  std::span<const Entry> list(std::int32_t feature, Range range) const {
    return std::span(lists_[feature]).subspan(range.begin, range.size());
  }

  /// The distinct values of a number at all rows, ascending; empty if not kept.
  std::span<const double> values(std::int32_t feature) const { return values_[feature]; }

  /// Sends the rows of a node to its children; their lists stay as they are until `part_lists`.
  std::vector<Range> route(Range range, const Question& question);

  /// Parts the lists of some features as `route` has just parted the rows.
  void part_lists(Range range, std::span<const Range> children,
                  std::span<const std::int32_t> features);

  /// All rows: those of a node are together, but only a leaf's are in the order of the data.
  std::vector<std::int32_t> take_rows() { return std::move(rows_); }

 private:
  void sort_feature(std::size_t feature);
  void mark_branches(std::span<const std::int32_t> rows, const Question& question);
  void part_list(std::int32_t feature, Range range, std::span<const Range> children,
                 std::vector<Entry>& others);

  const std::vector<grow::Feature>& features_;
  bool keeps_values_;
  std::size_t n_threads_;
  Pulse& pulse_;
  std::vector<std::int32_t> rows_;
  std::vector<std::int32_t> spare_rows_;
  std::vector<std::vector<Entry>> lists_;
  std::vector<std::vector<double>> values_;
  std::vector<Entry> spare_entries_;
  std::vector<std::int32_t> branch_of_row_;
  std::vector<std::int32_t> branch_of_code_;
};

/// Below this many entries of lists starting threads costs more than they save.
inline constexpr std::size_t kMinShared = 1 << 16;

}  // namespace arboretum::general
