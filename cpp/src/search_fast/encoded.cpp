#include "arboretum/search_fast/encoded.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>
#include <variant>

#include "arboretum/core/pages.hpp"
#include "arboretum/core/parallel.hpp"
#include "bin_edges.hpp"
#include "bin_finder.hpp"
#include "bit_finder.hpp"

namespace arboretum::fast {
namespace {

/// Rows whose values are looked at to choose edges: enough for even bins, few enough that
/// sorting them costs little beside growing.
std::size_t sample_size(std::size_t n_rows, std::size_t n_features) {
  const std::size_t most = n_features > 200 ? 4096 : 8192;
  return std::min(n_rows, std::clamp<std::size_t>(n_rows / 16, 4096, most));
}

/// Rows encoded together: their values should stay in the second-level cache while
/// one column after another is read.
std::size_t tile_rows(std::size_t n_features) {
  return std::clamp<std::size_t>(32768 / (n_features + 1), 32, 1024);
}

// The bin of a missing value has all bits set, so that it can be had without a branch: whether one
// comes next cannot be foreseen.
static_assert(missing_bin == 0xFF);

/// Bins of `n` rows of one column.
template <class Values>
void find_bins(const Values& column, std::size_t first_row, std::size_t n, const BinFinder& finder,
               std::uint8_t* out, std::size_t out_stride) {
  const auto find_some = [&]<std::size_t lanes>(std::size_t i, const double (&x)[lanes]) {
    std::uint32_t bin[lanes];
    finder.find(x, bin);
    for (std::size_t l = 0; l < lanes; ++l) {
      const std::uint32_t missing = std::isnan(x[l]) ? missing_bin : 0;
      out[(i + l) * out_stride] = static_cast<std::uint8_t>(bin[l] | missing);
    }
  };
  constexpr std::size_t lanes = 8;
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    double x[lanes];
    for (std::size_t l = 0; l < lanes; ++l) x[l] = as_number(column[first_row + i + l]);
    find_some(i, x);
  }
  for (; i < n; ++i) find_some(i, {as_number(column[first_row + i])});
}

/// Bins of whole numbers, one after another from the lowest on, need no search: bin 1 holds
/// the lowest, bin 0 what is below it and the last bin what is above the highest.  False if a
/// number is not whole.
template <class Values>
bool count_bins(const Values& column, std::size_t first_row, std::size_t n,
                const EncodedFeature& feature, std::uint8_t* out, std::size_t out_stride) {
  const double last = feature.high - feature.low + 2;
  bool all_whole = true;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = as_number(column[first_row + i]);
    const double bin = std::isnan(x) ? missing_bin : std::clamp(x - feature.low + 1, 0.0, last);
    const auto whole = static_cast<std::int32_t>(bin);
    // Back from the bin, because rounding may have swallowed a fraction.
    const bool is_inside = bin > 0 && bin < last && !std::isnan(x);
    all_whole &= !is_inside || feature.low + (whole - 1) == x;
    out[i * out_stride] = static_cast<std::uint8_t>(whole);
  }
  return all_whole;
}

void copy_codes(const CodeColumn& codes, std::size_t first_row, std::size_t n, std::uint8_t* out,
                std::size_t out_stride) {
  codes.visit([=](auto column) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t code = column[first_row + i], missing = code >> 31;  // all ones, or 0
      out[i * out_stride] = static_cast<std::uint8_t>(code | missing);
    }
  });
}

BinPlan plan_feature(const Feature& feature, std::size_t n_rows, std::size_t n_sampled, bool guess,
                     EncodedFeature& encoded) {
  std::vector<double> sample;
  sample.reserve(n_sampled);
  std::visit(
      [&](const auto& column) {
        for (std::size_t i = 0; i < n_sampled; ++i) {
          const double x = as_number(column[i * n_rows / n_sampled]);
          if (!std::isnan(x)) sample.push_back(x + 0.0);  // -0.0 and 0.0 are one value
        }
      },
      feature.column);
  return plan_bins(sample, sample.size() < n_sampled, guess, encoded);
}

}  // namespace

Encoded::Encoded(const Input& input, std::size_t n_rows, std::size_t n_threads, Pulse& pulse)
    : input_(&input),
      n_rows_(n_rows),
      features_(std::make_shared<std::vector<EncodedFeature>>(input.features.size())),
      whole_numbers_(input.features.size()),
      records_(std::make_shared<LargeArray<std::uint8_t>>()) {
  std::vector<EncodedFeature>& features = *features_;
  std::vector<std::uint8_t> broken(features.size(), 0);
  const std::size_t n_sampled = sample_size(n_rows, features.size());
  std::vector<BinPlan> plans(features.size());
  const auto plan = [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      pulse.check();
      if (input.features[f].kind != Kind::categorical)
        plans[f] = plan_feature(input.features[f], n_rows, n_sampled, true, features[f]);
    }
  };
  parallel_for(features.size(), n_threads, 1, pulse, plan);
  for (;;) {
    for (std::size_t f = 0; f < features.size(); ++f) {
      // A column that the sample took for more than it is, is planned again without guessing.
      if (broken[f])
        plans[f] = plan_feature(input.features[f], n_rows, n_sampled, false, features[f]);
      whole_numbers_[f] = plans[f].whole_numbers;
      const Feature& feature = input.features[f];
      const auto n_codes = static_cast<std::size_t>(feature.n_categories);
      if (feature.kind != Kind::categorical)
        features[f].storage = plans[f].is_two_valued ? Storage::two_valued : Storage::binned;
      else
        features[f].storage = n_codes > max_binned_categories ? Storage::wide : Storage::categories;
    }
    assign_slots();
    std::fill(broken.begin(), broken.end(), 0);
    std::atomic<bool> is_fine{true};
    parallel_for(n_rows, n_threads, 4096, pulse, [&](std::size_t begin, std::size_t end) {
      if (!encode_rows(begin, end, broken, pulse)) is_fine = false;
    });
    if (is_fine) return;
  }
}

Encoded::Encoded(const Encoded& other, const Input& input) : Encoded(other) { input_ = &input; }

void Encoded::assign_slots() {
  binned_.clear();
  two_valued_.clear();
  for (std::size_t f = 0; f < n_features(); ++f) {
    EncodedFeature& feature = (*features_)[f];
    if (feature.storage == Storage::wide) continue;
    auto& list = feature.storage == Storage::two_valued ? two_valued_ : binned_;
    feature.slot = list.size();
    list.push_back(static_cast<std::uint32_t>(f));
  }
  n_words_ = (two_valued_.size() + 63) / 64;
  record_size_ = binned_.size() + n_words_ * sizeof(std::uint64_t);
  records_->renew(n_rows_ * record_size_);
  prefer_huge_pages(records_->data(), records_->size());
  first_ = records_->data();
}

/// Encodes some rows.  Where the sample misled the plan of a feature, marks it as broken
/// and returns false.
bool Encoded::encode_rows(std::size_t begin, std::size_t end, std::vector<std::uint8_t>& broken,
                          Pulse& pulse) {
  const std::vector<EncodedFeature>& features = *features_;
  const std::size_t tile = tile_rows(features.size());
  const std::size_t stride = record_size_;
  const BitFinder bit_finder(*input_, features, two_valued_);
  const std::vector<BinFinder> finders(features.begin(), features.end());
  bool all_fine = true;
  for (std::size_t row = begin; row < end; row += tile) {
    pulse.check();
    const std::size_t n = std::min(tile, end - row);
    std::uint8_t* bits = records_->data() + row * stride + binned_.size();
    for (std::size_t i = 0; i < n; ++i) std::fill_n(bits + i * stride, stride - binned_.size(), 0);
    all_fine &= bit_finder.run(row, row + n, bits, stride, broken);
    for (std::size_t f = 0; f < features.size(); ++f) {
      const EncodedFeature& feature = features[f];
      std::uint8_t* out = records_->data() + row * stride + feature.slot;
      bool is_fine = true;
      if (feature.storage == Storage::categories) copy_codes(codes(f), row, n, out, stride);
      if (feature.storage != Storage::binned) continue;  // those of two values are done, above
      std::visit(
          [&](const auto& column) {
            if (whole_numbers_[f])
              is_fine = count_bins(column, row, n, feature, out, stride);
            else
              find_bins(column, row, n, finders[f], out, stride);
          },
          input_->features[f].column);
      if (!is_fine) {
        mark(broken[f]);
        all_fine = false;
      }
    }
  }
  return all_fine;
}

}  // namespace arboretum::fast
