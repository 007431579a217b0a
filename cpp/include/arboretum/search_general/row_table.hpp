#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/search_general/table.hpp"

namespace arboretum::general {

/// A table of statistics that do not add up: it keeps the rows of its bins, bin after bin, and the
/// missing after the last.
class RowTable : public Table {
 public:
  /// `counts_of_rows` says how many samples each of all rows is.
  RowTable(Column<double> counts_of_rows, std::size_t width)
      : counts_of_rows_(counts_of_rows), width_(width) {}

  void fill(std::span<const Entry> entries) override;
  void groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const override;
  std::vector<double> statistics() const override;
  std::vector<double> missing() const override;

 protected:
  /// Rows of bins that follow each other, and where those of each end.
  struct Ordered {
    std::span<const std::int32_t> rows;
    std::span<const std::int32_t> ends;
  };

  /// Writes the statistics of some rows.
  virtual void measure(std::span<const std::int32_t> rows, double* out) const = 0;
  /// Puts the rows of one bin in order; else they stay in that of the data.
  virtual void sort_bin(std::span<std::int32_t> /*rows*/) const {}

  std::span<const std::int32_t> rows_of(std::size_t bin) const {
    return std::span(sorted_).subspan(static_cast<std::size_t>(offsets_[bin]),
                                      static_cast<std::size_t>(offsets_[bin + 1] - offsets_[bin]));
  }
  std::span<const std::int32_t> known_rows() const {
    return std::span(sorted_).first(static_cast<std::size_t>(offsets_[bins.size()]));
  }
  bool has_missing() const { return known_rows().size() < sorted_.size(); }
  double count_of(std::size_t bin) const { return bin < bins.size() ? counts[bin] : missing_count; }

  /// Bins as `cuts` wants them, with the missing before the first or after the last if they are in
  /// one of its two branches; valid until others are asked for.
  Ordered in_order(std::span<const std::int32_t> order, std::int32_t missing_branch) const;
  /// Samples before each cut; the last number is of all bins.
  std::vector<double> reached(std::span<const std::int32_t> order,
                              std::int32_t missing_branch) const;

 private:
  Column<double> counts_of_rows_;
  std::size_t width_;
  std::vector<std::int32_t> sorted_;   ///< rows
  std::vector<std::int32_t> offsets_;  ///< of bin i and of the missing: offsets[i] to [i + 1]
  mutable std::vector<std::int32_t> gathered_;
  mutable std::vector<std::int32_t> ends_;
};

}  // namespace arboretum::general
