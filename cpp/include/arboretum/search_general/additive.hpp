#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/search_general/statistics.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"
#include "arboretum/statistics/statistics.hpp"

namespace arboretum::general {

/// A table of sums.  How rows are added to them is left to `SumTable`.
class AdditiveTable : public Table {
 public:
  explicit AdditiveTable(std::size_t width) : width_(width), missing_(width) {}

  void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
            std::int32_t missing_branch, Branches& out) const override;
  void groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const override;
  void known(std::vector<double>& statistics) const override;
  std::vector<double> statistics() const override { return sums_; }
  void weights(const Statistics& counted, std::vector<double>& weights) const override {
    counted.weights(sums_, weights);
  }
  std::vector<double> missing() const override { return missing_; }
  /// Adds bins, not rows, as the Python table does.
  void fill_without_rare(const Table& whole, std::span<const Entry> entries, double least) override;

 protected:
  void add_missing(std::int32_t branch, Branches& out) const;
  /// Writes both sides of the cuts from `begin` to before `end`; `reached` is all 0.
  template <class Sums>
  void add_sides(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                 Sums reached, Branches& out) const;
  /// Makes bins without rows.
  void make_bins(std::size_t n);
  /// Adds to the bins that were made, the last of which is for the missing values.
  void add_part(TablePart others);
  /// Takes the last bin for the missing values and drops those without rows.
  void drop_empty_bins();

  std::size_t width_;
  std::vector<double> sums_;  ///< `width` a bin
  std::vector<double> missing_;
};

/// With more categories a row than this, rows are sorted to count them.
inline constexpr std::size_t kMaxEmpty = 4;

template <arboretum::Statistics S>
class SumTable final : public AdditiveTable {
 public:
  SumTable(const S& source, Column<double> counts)
      : AdditiveTable(source.width()), source_(source), counts_(counts) {}

  void fill(std::span<const Entry> entries) override {
    const std::size_t n_known = read_bins(entries);
    counts.assign(bins.size(), 0.0);
    sums_.assign(bins.size() * width_, 0.0);
    std::ranges::fill(missing_, 0.0);
    missing_count = 0.0;
    double* sums = sums_.data();
    for (std::size_t i = 0, bin = 0; i < n_known; ++i) {
      if (entries[i].code != bins[bin]) {
        ++bin;
        sums += width_;
      }
      counts[bin] += counts_[entries[i].row];
      source_.add(entries[i].row, sums);
    }
    for (const Entry& entry : entries.subspan(n_known)) {
      missing_count += counts_[entry.row];
      source_.add(entry.row, missing_.data());
    }
  }

  bool fill_unsorted(std::span<const std::int32_t> of_node, Column<std::int32_t> codes,
                     std::size_t n_codes, TablePart others) override {
    if (others.table == nullptr && n_codes > kMaxEmpty * of_node.size()) return false;
    make_bins(n_codes + 1);
    for (const std::int32_t row : of_node) {
      // Missing values are one more bin: a jump would be guessed wrong too often.
      const std::size_t bin = codes[row] < 0 ? n_codes : static_cast<std::size_t>(codes[row]);
      rows[bin] = row;
      counts[bin] += counts_[row];
      source_.add(row, sums_.data() + bin * width_);
    }
    if (others.table != nullptr) add_part(others);
    drop_empty_bins();
    return true;
  }

 private:
  const S& source_;
  Column<double> counts_;
};

/// Classes of several targets, whose weights stand one block after another.
class ClassBlocks {
 public:
  ClassBlocks(std::span<const std::int32_t> classes, std::vector<std::size_t> blocks,
              Column<double> weights);

  std::size_t width() const { return width_; }
  std::size_t n_rows() const { return weights_.size(); }
  void check(std::int32_t row) const;

  void add(std::int32_t row, double* sums) const {
    const std::int32_t* classes = classes_.data() + static_cast<std::size_t>(row) * blocks_.size();
    for (const std::size_t block : blocks_) {
      sums[*classes++] += weights_[row];
      sums += block;
    }
  }

 private:
  std::span<const std::int32_t> classes_;  ///< one per target, row after row
  std::vector<std::size_t> blocks_;        ///< number of classes of each target
  std::size_t width_;
  Column<double> weights_;
};

/// Statistics that add up, whatever a row adds.
template <arboretum::Statistics S>
class Additive : public Statistics {
 public:
  Additive(S source, Column<double> counts) : source_(std::move(source)), counts_(counts) {}

  std::size_t width() const override { return source_.width(); }

  double total(std::span<const std::int32_t> rows, double* statistics) const override {
    return total_of(source_, counts_, rows, width(), statistics);
  }

  std::unique_ptr<Table> make_table() const override {
    return std::make_unique<SumTable<S>>(source_, counts_);
  }

 protected:
  S source_;
  Column<double> counts_;
};

/// Class weights, of one target or several.
template <arboretum::Statistics S>
class ClassCounts final : public Additive<S> {
 public:
  /// `classes` holds one code a target, row after row; `blocks` the number of classes of each.
  ClassCounts(S source, Column<double> counts, std::span<const std::int32_t> classes,
              std::vector<std::size_t> blocks)
      : Additive<S>(std::move(source), counts), classes_(classes), blocks_(std::move(blocks)) {}

  bool total_in_parts(const RowsInParts& given, Pulse& pulse, ChildTotals& totals) const override;
  double weight(const double* statistics) const override {
    return pairwise_sum(statistics, blocks_[0]);
  }
  double mean_target(const double* statistics) const override;

  void weights(std::span<const double> statistics, std::vector<double>& weights) const override {
    const std::size_t width = this->width(), n_classes = blocks_[0];
    weights.resize(statistics.size() / width);
    for (std::size_t i = 0; i < weights.size(); ++i)
      weights[i] = pairwise_sum(statistics.data() + i * width, n_classes);
  }

  std::span<const std::int32_t> classes() const override {
    return blocks_.size() == 1 ? classes_ : std::span<const std::int32_t>{};
  }
  bool is_constant(std::span<const std::int32_t> rows) const override;
  bool order_is_exact() const override { return blocks_.size() == 1 && blocks_[0] <= 2; }
  std::size_t n_classes() const override { return blocks_[0]; }
  std::vector<double> order_keys(const Table& table) const override;

 private:
  std::span<const std::int32_t> classes_;
  std::vector<std::size_t> blocks_;
};

extern template class ClassCounts<ClassWeights>;
extern template class ClassCounts<ClassBlocks>;

/// Sums of what each sample contributes, its weight first.
class SampleSums final : public Additive<Sums> {
 public:
  /// The means of the sums from 1 to `n_position` say where a bin lies among others.
  SampleSums(Sums source, Column<double> counts, std::span<const double> targets,
             std::size_t n_position)
      : Additive<Sums>(std::move(source), counts), targets_(targets), n_position_(n_position) {}

  double mean_target(const double* statistics) const override {
    return width() == 1 ? 0.0 : statistics[1] / statistics[0];
  }
  bool is_constant(std::span<const std::int32_t> rows) const override;
  bool order_is_exact() const override { return n_position_ == 1; }
  std::vector<double> order_keys(const Table& table) const override;

 private:
  std::span<const double> targets_;  ///< one or several a row
  std::size_t n_position_;
};

}  // namespace arboretum::general
