#include "arboretum/search_general/additive.hpp"

#include <array>

#include "arboretum/core/check.hpp"
#include "arboretum/core/split.hpp"
#include "arboretum/statistics/add_groups.hpp"
#include "arboretum/statistics/principal.hpp"

namespace arboretum::general {
namespace {

/// The class of some rows, if they have only one.
class OneClass {
 public:
  void add(std::int32_t other) { class_ = class_ == kNone || class_ == other ? other : kSeveral; }
  void add(OneClass other) {
    if (other.class_ != kNone) add(other.class_);
  }
  bool has_several() const { return class_ == kSeveral; }

 private:
  static constexpr std::int32_t kNone = -1, kSeveral = -2;
  std::int32_t class_ = kNone;
};

}  // namespace

void AdditiveTable::fill_without_rare(const Table& whole, std::span<const Entry>, double least) {
  const auto& all = static_cast<const AdditiveTable&>(whole);
  bins.clear();
  rows.clear();
  counts.clear();
  sums_.clear();
  missing_.assign(width_, 0.0);
  missing_count = all.missing_count;
  for (std::size_t bin = 0; bin < all.n_bins(); ++bin) {
    const double* sums = all.sums_.data() + bin * width_;
    if (all.counts[bin] >= least) {
      bins.push_back(all.bins[bin]);
      rows.push_back(all.rows[bin]);
      counts.push_back(all.counts[bin]);
      sums_.insert(sums_.end(), sums, sums + width_);
      continue;
    }
    missing_count += all.counts[bin];
    for (std::size_t k = 0; k < width_; ++k) missing_[k] += sums[k];
  }
  for (std::size_t k = 0; k < width_; ++k) missing_[k] += all.missing_[k];
}

void AdditiveTable::make_bins(std::size_t n) {
  bins.resize(n);
  std::iota(bins.begin(), bins.end(), 0);
  rows.assign(n, -1);
  counts.assign(n, 0.0);
  sums_.assign(n * width_, 0.0);
}

void AdditiveTable::add_part(TablePart others) {
  const auto& table = static_cast<const AdditiveTable&>(*others.table);
  const auto add = [&](std::size_t bin, double count, const double* sums) {
    counts[bin] += others.part * count;
    for (std::size_t k = 0; k < width_; ++k) sums_[bin * width_ + k] += others.part * sums[k];
  };
  for (std::size_t i = 0; i < table.n_bins(); ++i) {
    rows[table.bins[i]] = table.rows[i];
    add(static_cast<std::size_t>(table.bins[i]), table.counts[i], &table.sums_[i * width_]);
  }
  add(bins.size() - 1, table.missing_count, table.missing_.data());
}

void AdditiveTable::drop_empty_bins() {
  missing_count = counts.back();
  std::copy_n(sums_.end() - std::ptrdiff_t(width_), width_, missing_.begin());
  std::size_t n = 0;
  for (std::size_t bin = 0; bin + 1 < bins.size(); ++bin) {
    if (rows[bin] < 0) continue;
    bins[n] = bins[bin];
    rows[n] = rows[bin];
    counts[n] = counts[bin];
    std::copy_n(sums_.data() + bin * width_, width_, sums_.data() + n * width_);
    ++n;
  }
  bins.resize(n);
  rows.resize(n);
  counts.resize(n);
  sums_.resize(n * width_);
}

void AdditiveTable::cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                         std::int32_t missing_branch, Branches& out) const {
  const bool has_least = missing_branch == kLeftOut && out.least > 0.0;
  if (has_least) leave_out_small(order, out.least, begin, end);
  if (missing_branch == 2)
    out.reset(end - begin, 3, width_);
  else
    out.resize(end - begin, 2, width_);  // both sides of every cut are written below
  out.first = begin;
  out.is_growing = true;
  out.has_least = has_least;
  if (begin == end) return;
  if (width_ == 2)
    add_sides(order, begin, end, std::array<double, 2>{}, out);
  else
    add_sides(order, begin, end, std::vector<double>(width_), out);
  add_missing(missing_branch, out);
}

template <class Sums>
void AdditiveTable::add_sides(std::span<const std::int32_t> order, std::size_t begin,
                              std::size_t end, Sums reached, Branches& out) const {
  // Both sides are summed, not subtracted from the total: a side without rows of a class must
  // hold exactly 0 of it, and mirrored cuts must tie exactly.
  double count = 0.0;
  const auto add = [&](std::size_t i) {
    const std::size_t bin = order.empty() ? i : static_cast<std::size_t>(order[i]);
    for (std::size_t k = 0; k < reached.size(); ++k) reached[k] += sums_[bin * reached.size() + k];
    count += counts[bin];
  };
  const auto write = [&](std::size_t cut, std::size_t branch) {
    std::ranges::copy(reached, out.of(cut - begin, branch));
    out.count(cut - begin, branch) = count;
  };
  for (std::size_t i = 0; i < end; ++i) {
    add(i);
    if (i >= begin) write(i, 0);
  }
  std::ranges::fill(reached, 0.0);
  count = 0.0;
  for (std::size_t i = bins.size() - 1; i > begin; --i) {
    add(i);
    if (i <= end) write(i - 1, 1);
  }
}

void AdditiveTable::groups(const Grouping& grouping, std::int32_t missing_branch,
                           Branches& out) const {
  const auto arity = static_cast<std::int32_t>(grouping.arity);
  out.reset(grouping.size, std::max(arity, missing_branch + 1), width_);
  std::vector<std::int32_t> labels(bins.size());
  for (std::size_t i = 0; i < out.n; ++i) {
    grouping.label(i, labels);
    add_groups(sums_, width_, labels, out.of(i, 0));
    add_groups(counts, 1, labels, &out.count(i, 0));
  }
  add_missing(missing_branch, out);
}

void AdditiveTable::known(std::vector<double>& statistics) const {
  statistics.assign(width_, 0.0);
  if (width_ == 2) {
    double first = 0.0, second = 0.0;
    for (std::size_t i = 0; i < sums_.size(); i += 2) {
      first += sums_[i];
      second += sums_[i + 1];
    }
    statistics = {first, second};
    return;
  }
  for (std::size_t i = 0; i < sums_.size(); i += width_)
    for (std::size_t k = 0; k < width_; ++k) statistics[k] += sums_[i + k];
}

void AdditiveTable::add_missing(std::int32_t branch, Branches& out) const {
  if (branch == kLeftOut) return;
  for (std::size_t i = 0; i < out.n; ++i) {
    out.count(i, branch) += missing_count;
    double* to = out.of(i, branch);
    for (std::size_t k = 0; k < width_; ++k) to[k] += missing_[k];
  }
}

ClassBlocks::ClassBlocks(std::span<const std::int32_t> classes, std::vector<std::size_t> blocks,
                         Column<double> weights)
    : classes_(classes),
      blocks_(std::move(blocks)),
      width_(std::accumulate(blocks_.begin(), blocks_.end(), std::size_t{0})),
      weights_(weights) {
  check_length("classes", classes.size(), weights.size() * blocks_.size());
}

void ClassBlocks::check(std::int32_t row) const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const std::size_t at = static_cast<std::size_t>(row) * blocks_.size() + k;
    if (!is_within(classes_[at], blocks_[k]))
      refuse(entry("classes", at, classes_[at]) + ", but there are " + std::to_string(blocks_[k]) +
             " classes");
  }
}

template <arboretum::Statistics S>
bool ClassCounts<S>::total_in_parts(const RowsInParts& given, Pulse& pulse,
                                    ChildTotals& totals) const {
  if constexpr (requires { &S::add_parts; }) {
    constexpr std::size_t piece = 8192;
    const std::size_t arity = given.parts.size(), width = this->width();
    std::vector<double> sums(arity * width, 0.0);
    totals.counts.assign(arity, 0.0);
    std::vector<OneClass> class_of(arity + 1);  // of the rows of each branch alone, and of others
    for (std::size_t i = 0; i < given.rows.size(); ++i) {
      if (i % piece == 0) pulse.check();
      const std::int32_t row = given.rows[i], branch = given.branch_of_row[row];
      const double share = given.shares.empty() ? 1.0 : given.shares[i];
      const double count = this->counts_[row];
      if (branch == kSpreads) {
        this->source_.add_parts(row, share, given.parts, sums.data());
        for (std::size_t b = 0; b < arity; ++b)
          totals.counts[b] += count * (share * given.parts[b]);
        class_of[arity].add(classes_[row]);
      } else if (branch >= 0) {
        this->source_.add_share(row, share, static_cast<std::size_t>(branch), arity, sums.data());
        totals.counts[branch] += count * share;
        class_of[branch].add(classes_[row]);
      }
    }
    totals.statistics.resize(sums.size());
    totals.is_constant.resize(arity);
    for (std::size_t b = 0; b < arity; ++b) {
      for (std::size_t k = 0; k < width; ++k)
        totals.statistics[b * width + k] = sums[k * arity + b];
      if (given.parts[b] > 0.0) class_of[b].add(class_of[arity]);
      totals.is_constant[b] = !class_of[b].has_several();
    }
    return true;
  }
  return false;
}

template <arboretum::Statistics S>
double ClassCounts<S>::mean_target(const double* statistics) const {
  std::vector<double> numbered(statistics, statistics + blocks_[0]);
  for (std::size_t k = 0; k < numbered.size(); ++k) numbered[k] *= static_cast<double>(k);
  return pairwise_sum(numbered.data(), numbered.size()) / weight(statistics);
}

template <arboretum::Statistics S>
bool ClassCounts<S>::is_constant(std::span<const std::int32_t> rows) const {
  return rows_are_alike(classes_, blocks_.size(), rows);
}

template <arboretum::Statistics S>
std::vector<double> ClassCounts<S>::order_keys(const Table& table) const {
  const std::size_t width = this->width(), n_bins = table.n_bins();
  std::vector<double> shares = table.statistics(), weights(n_bins), second(n_bins);
  for (std::size_t bin = 0; bin < n_bins; ++bin) {
    double* of_bin = shares.data() + bin * width;
    weights[bin] = weight(of_bin);
    for (std::size_t k = 0; k < width; ++k)
      of_bin[k] = weights[bin] > 0.0 ? of_bin[k] / weights[bin] : 0.0;
    if (width > 1) second[bin] = of_bin[1];
  }
  const bool has_two = blocks_.size() == 1 && blocks_[0] == 2;
  return has_two ? second : first_component(shares, weights);
}

template class ClassCounts<ClassWeights>;
template class ClassCounts<ClassBlocks>;

bool SampleSums::is_constant(std::span<const std::int32_t> rows) const {
  return rows_are_alike(targets_, targets_.size() / source_.n_rows(), rows);
}

std::vector<double> SampleSums::order_keys(const Table& table) const {
  const std::vector<double> sums = table.statistics();
  std::vector<double> means(table.n_bins() * n_position_), weights(table.n_bins());
  for (std::size_t bin = 0; bin < weights.size(); ++bin) {
    const double* of_bin = sums.data() + bin * width();
    weights[bin] = of_bin[0];
    for (std::size_t k = 0; k < n_position_; ++k)
      means[bin * n_position_ + k] = of_bin[0] > 0.0 ? of_bin[1 + k] / of_bin[0] : 0.0;
  }
  return n_position_ == 1 ? means : first_component(means, weights);
}

}  // namespace arboretum::general
