#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/search_fast/histogram.hpp"
#include "arboretum/search_fast/seen_codes.hpp"

namespace arboretum::fast {

/// The categories of one feature that occur at a large node, and what each of them holds.
template <class Targets>
class CategoryCounts {
 public:
  using Sample = typename Targets::Sample;

  explicit CategoryCounts(const Targets& targets)
      : targets_(targets), n_totals_(targets.width() + 1) {}

  const std::vector<std::int32_t>& codes() const { return codes_; }
  const std::vector<double>& totals() const { return totals_; }  ///< category after category
  const std::vector<double>& missing() const { return missing_; }

  /// Of categories that have bins.
  void read_bins(const Histogram<Targets>& histogram, std::size_t slot) {
    codes_.clear();
    totals_.clear();
    for (std::size_t b = 0; b < missing_bin; ++b) {
      if (targets_.is_empty(histogram.bin(slot, b))) continue;
      codes_.push_back(static_cast<std::int32_t>(b));
      totals_.resize(totals_.size() + n_totals_, 0.0);
      targets_.add(&totals_[totals_.size() - n_totals_], histogram.bin(slot, b));
    }
    missing_.assign(n_totals_, 0.0);
    targets_.add(missing_.data(), histogram.bin(slot, missing_bin));
  }

  /// Of too many for a histogram, which are counted here.
  void read_codes(const CodeColumn& column, std::size_t n_categories,
                  std::span<const Sample> samples) {
    seen_.read(n_categories, samples.size(), [&](std::size_t i) { return column[samples[i].row]; });
    codes_ = seen_.codes();
    totals_.assign(codes_.size() * n_totals_, 0.0);
    missing_.assign(n_totals_, 0.0);
    for (const Sample& s : samples) {
      const std::int32_t code = column[s.row];
      targets_.add(code < 0 ? missing_.data() : &totals_[seen_.position_of(code) * n_totals_], s);
    }
  }

 private:
  const Targets& targets_;
  std::size_t n_totals_;
  std::vector<std::int32_t> codes_;
  std::vector<double> totals_, missing_;
  SeenCodes seen_;
};

}  // namespace arboretum::fast
