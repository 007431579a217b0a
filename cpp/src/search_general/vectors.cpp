#include "arboretum/search_general/vectors.hpp"

#include <numeric>

#include "arboretum/search_general/row_table.hpp"

namespace arboretum::general {
namespace {

/// Gains this close, beside the best or beside all there is to gain, are equal.
constexpr double kTolerance = 1e-9, kRounding = 1e-12;

/// How far the means behind sums are from those of the whole, squared, by weight.
double apart_of(const VectorLayout& layout, const double* sums, const Whole& whole) {
  double apart = 0.0;
  for (std::size_t k = 0; k < layout.n_targets(); ++k) {
    const double known = layout.known(sums, k);
    const double away = layout.mean(sums, k) - whole.means[k];
    if (known > 0.0) apart += layout.target_weights[k] * known * away * away;
  }
  return apart;
}

void summarise(const VectorLayout& layout, const double* sums, const Whole& whole, double* out) {
  const double apart = apart_of(layout, sums, whole);
  const double first = layout.known(sums, 0) * (layout.mean(sums, 0) - whole.means[0]);
  Summary::write(sums[0], layout.within(sums) + apart, apart, first, out);
}

}  // namespace

/// The rows of a node, bin after bin, with what all of them hold.
template <class Rows>
class VectorTable final : public RowTable {
 public:
  explicit VectorTable(const Vectors<Rows>& counted)
      : RowTable(counted.counts(), Summary::width),
        source_(counted.source()),
        layout_(counted.source().layout()) {}

  void look_at(const std::vector<double>& node) override {
    node_.sums = node;
    node_.read(layout_);
  }
  void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
            std::int32_t missing_branch, Branches& out) const override;
  void groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const override;
  void known(std::vector<double>& statistics) const override;

  /// The sums of every bin, and of the missing after the last.
  std::vector<double> sums() const;

 private:
  void add(std::span<const std::int32_t> rows, double* sums) const {
    for (const std::int32_t row : rows) source_.add(row, sums);
  }
  void measure(std::span<const std::int32_t> rows, double* out) const override {
    std::vector<double> held(layout_.width(), 0.0);
    add(rows, held.data());
    summarise(layout_, held.data(), node_, out);
  }
  /// What candidates part: all rows of the node, or those whose value is known.
  Whole whole(bool with_missing) const;

  const Rows& source_;
  const VectorLayout& layout_;
  Whole node_;
};

template <class Rows>
Whole VectorTable<Rows>::whole(bool with_missing) const {
  Whole whole = node_;
  if (with_missing || !has_missing()) return whole;
  std::vector<double> missing(layout_.width(), 0.0);
  add(rows_of(bins.size()), missing.data());
  for (std::size_t k = 0; k < missing.size(); ++k) whole.sums[k] -= missing[k];
  whole.read(layout_);
  return whole;
}

template <class Rows>
void VectorTable<Rows>::cuts(std::span<const std::int32_t> order, std::size_t begin,
                             std::size_t end, std::int32_t missing_branch, Branches& out) const {
  const auto bin_at = [&](std::size_t i) {
    return order.empty() ? i : static_cast<std::size_t>(order[i]);
  };
  const bool has_least = missing_branch == kLeftOut && out.least > 0.0;
  if (has_least) leave_out_small(order, out.least, begin, end);
  out.resize(end - begin, missing_branch == 2 ? 3 : 2, Summary::width);
  out.first = begin;
  out.has_least = has_least;
  if (begin == end) return;

  const Whole all = whole(missing_branch != kLeftOut);
  typename Rows::Side side(source_, all);
  const auto add_bin = [&](std::size_t bin) {
    for (const std::int32_t row : rows_of(bin)) side.add(row);
  };
  double count = 0.0, whole_count = std::accumulate(counts.begin(), counts.end(), 0.0);
  if (missing_branch == 0 || missing_branch == 1) whole_count += missing_count;
  if (missing_branch == 0) {
    add_bin(bins.size());
    count = missing_count;
  }
  for (std::size_t i = 0; i < end; ++i) {
    add_bin(bin_at(i));
    count += counts[bin_at(i)];
    if (i < begin) continue;
    out.count(i - begin, 0) = count;
    out.count(i - begin, 1) = whole_count - count;
    side.write(out.of(i - begin, 0));
    if (missing_branch != 2) side.write_rest(out.of(i - begin, 1));
  }
  if (missing_branch != 2) return;
  // With a third branch the second is not the rest of the first.
  side.reset();
  for (std::size_t i = bins.size() - 1; i > begin; --i) {
    add_bin(bin_at(i));
    if (i <= end) side.write(out.of(i - 1 - begin, 1));
  }
  side.reset();
  add_bin(bins.size());
  for (std::size_t i = 0; i < out.n; ++i) {
    out.count(i, 2) = missing_count;
    side.write(out.of(i, 2));
  }
}

template <class Rows>
std::vector<double> VectorTable<Rows>::sums() const {
  const std::size_t width = layout_.width();
  std::vector<double> all((bins.size() + 1) * width, 0.0);
  for (std::size_t bin = 0; bin <= bins.size(); ++bin) add(rows_of(bin), &all[bin * width]);
  return all;
}

template <class Rows>
void VectorTable<Rows>::groups(const Grouping& grouping, std::int32_t missing_branch,
                               Branches& out) const {
  const auto arity = static_cast<std::int32_t>(grouping.arity);
  out.reset(grouping.size, std::max(arity, missing_branch + 1), Summary::width);
  const Whole all = whole(missing_branch != kLeftOut);
  const std::vector<double> of_bins = sums();
  const std::size_t width = layout_.width();
  std::vector<std::int32_t> labels(bins.size() + 1);
  std::vector<double> held(out.arity * width);
  for (std::size_t i = 0; i < out.n; ++i) {
    grouping.label(i, std::span(labels).first(bins.size()));
    labels.back() = missing_branch;
    std::ranges::fill(held, 0.0);
    for (std::size_t bin = 0; bin <= bins.size(); ++bin) {
      if (labels[bin] < 0) continue;
      const auto branch = static_cast<std::size_t>(labels[bin]);
      out.count(i, branch) += count_of(bin);
      for (std::size_t k = 0; k < width; ++k) held[branch * width + k] += of_bins[bin * width + k];
    }
    for (std::size_t branch = 0; branch < out.arity; ++branch)
      summarise(layout_, &held[branch * width], all, out.of(i, branch));
  }
}

template <class Rows>
void VectorTable<Rows>::known(std::vector<double>& statistics) const {
  const Whole all = whole(false);
  statistics.assign(Summary::width, 0.0);
  Summary::write(all.sums[0], all.squares, 0.0, 0.0, statistics.data());
}

template <class Rows>
std::unique_ptr<Table> Vectors<Rows>::make_table() const {
  return std::make_unique<VectorTable<Rows>>(*this);
}

template <class Rows>
bool Vectors<Rows>::is_constant(std::span<const std::int32_t> rows) const {
  return std::ranges::all_of(
      rows, [&](std::int32_t row) { return source_.are_alike(rows.front(), row); });
}

template <class Rows>
std::vector<double> Vectors<Rows>::order_keys(const Table& table) const {
  const VectorLayout& layout = source_.layout();
  const std::size_t width = layout.width(), n_bins = table.n_bins();
  const std::vector<double> of_bins = static_cast<const VectorTable<Rows>&>(table).sums();
  Whole all;
  all.sums.assign(width, 0.0);
  for (std::size_t i = 0; i < n_bins * width; ++i) all.sums[i % width] += of_bins[i];
  all.read(layout);
  std::vector<double> place(n_bins, 0.0), first(width, 0.0), grown(width), rest(width);
  std::vector<std::size_t> left(n_bins);
  std::iota(left.begin(), left.end(), 0);
  std::vector<double> gains;
  for (std::size_t step = 0; step < n_bins; ++step) {
    gains.clear();
    for (const std::size_t bin : left) {
      for (std::size_t k = 0; k < width; ++k) {
        grown[k] = first[k] + of_bins[bin * width + k];
        rest[k] = all.sums[k] - grown[k];
      }
      gains.push_back(apart_of(layout, grown.data(), all) + apart_of(layout, rest.data(), all));
    }
    const double most = *std::ranges::max_element(gains);
    const double floor = most - kTolerance * std::abs(most) - kRounding * all.squares;
    const auto best = std::ranges::find_if(gains, [&](double gain) { return gain >= floor; });
    const std::size_t bin = left[static_cast<std::size_t>(best - gains.begin())];
    for (std::size_t k = 0; k < width; ++k) first[k] += of_bins[bin * width + k];
    place[bin] = static_cast<double>(step);
    std::erase(left, bin);
  }
  return place;
}

template class Vectors<NumberRows>;
template class Vectors<CellRows>;
template class Vectors<LabelRows>;

namespace {

class VectorVariance final : public Scorer {
 public:
  explicit VectorVariance(VectorLayout layout) : layout_(layout) {}

  double impurity(const double* sums) const override {
    return sums[0] > 0.0 ? layout_.within(sums) / sums[0] : 0.0;
  }

  void score(const double*, const Branches& branches, double* scores) const override {
    const double* branch = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i) {
      double weight = 0.0, apart = 0.0;
      for (std::size_t b = 0; b < branches.arity; ++b, branch += Summary::width) {
        weight += branch[Summary::weight];
        apart += branch[Summary::apart];
      }
      scores[i] = weight > 0.0 ? apart / weight : 0.0;
    }
  }

 private:
  VectorLayout layout_;
};

}  // namespace

std::unique_ptr<Scorer> make_vector_scorer(VectorLayout layout) {
  return std::make_unique<VectorVariance>(layout);
}

}  // namespace arboretum::general
