#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <variant>
#include <vector>

#include "arboretum/core/large_array.hpp"
#include "arboretum/core/pulse.hpp"
#include "arboretum/core/split.hpp"
#include "arboretum/search_fast/input.hpp"

/// The features in a form that nodes can be counted by.
///
/// Numbers are put into at most 255 bins by edges taken from a sample; nothing is
/// sorted as a whole.  The bins are stored row by row in one byte each, so that
/// counting a node touches one short stretch of memory per row.  A column that
/// holds just two values is one bit per row, behind the bins.
///
/// Bins say nothing about targets, weights or which rows are learned from, so that one encoding
/// serves many growths.

namespace arboretum::fast {

constexpr std::size_t n_bins = 256;
constexpr std::uint8_t missing_bin = 255;
constexpr std::size_t max_binned_categories = 255;

/// How a feature is stored.
enum class Storage : std::uint8_t {
  binned,      ///< one byte: numbers, or positions of ordered categories, by edges
  two_valued,  ///< one bit: no missing values
  categories,  ///< one byte: the code itself
  wide,        ///< more categories than a byte can tell apart: read from the column
};

struct EncodedFeature {
  Storage storage;
  std::size_t slot;  ///< column of `bins`, or bit of `bits`
  /// binned: bin b holds edges[b-1] < x <= edges[b]; padded with infinity, so that a search may
  /// look beyond the last
  std::array<double, 2 * n_bins> edges;
  /// binned: whether all values of a bin are equal, and to what
  std::array<bool, n_bins> is_single;
  std::array<double, n_bins> single_value;
  std::size_t n_edges = 0;
  double low = 0, high = 0;  ///< two_valued: the values
};

/// Visits the slots of the two-valued features whose bits are set in word `w`.
template <class Visit>
void for_each_slot(std::uint64_t bits, std::size_t w, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1)
    visit(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The bins of one feature.  Held by value where rows are gone through: what it points to is then
/// known not to change.
class BinColumn {
 public:
  BinColumn(const std::uint8_t* first, std::size_t step) : first_(first), step_(step) {}

  std::uint8_t operator[](std::size_t row) const { return first_[row * step_]; }
  /// The bin of a row, and behind it those of the features in the slots that follow.
  const std::uint8_t* from(std::size_t row) const { return first_ + row * step_; }
  /// Asks for a row that will be read soon: rows of a node lie far apart.
  void prefetch(std::size_t row) const { __builtin_prefetch(from(row)); }

 private:
  const std::uint8_t* first_;
  std::size_t step_;
};

class Encoded {
 public:
  /// Encodes the features of `input`, which must outlive this; nothing else of it is read.
  Encoded(const Input& input, std::size_t n_rows, std::size_t n_threads, Pulse& pulse);
  /// The same bins for another growth; `input` must have the same features, and outlive this.
  Encoded(const Encoded& other, const Input& input);

  const Input& input() const { return *input_; }
  std::size_t n_features() const { return features_->size(); }
  const EncodedFeature& feature(std::size_t f) const { return (*features_)[f]; }
  std::size_t n_categories(std::size_t f) const {
    return static_cast<std::size_t>(input_->features[f].n_categories);
  }

  /// Features stored in a byte, in the order of their slots; likewise those in a bit.
  const std::vector<std::uint32_t>& binned() const { return binned_; }
  const std::vector<std::uint32_t>& two_valued() const { return two_valued_; }

  const std::uint8_t* bins(std::size_t row) const { return first_ + row * record_size_; }
  BinColumn bin_column(std::size_t slot) const { return {bins(0) + slot, record_size_}; }
  std::size_t n_words() const { return n_words_; }
  /// A word of the bits of a row, which follow its bins.
  std::uint64_t word(std::size_t row, std::size_t w) const {
    std::uint64_t bits;
    std::memcpy(&bits, bins(row) + binned_.size() + w * sizeof(bits), sizeof(bits));
    return bits;
  }
  /// A number or the position of an ordered category; NaN if missing.
  double value(std::size_t f, std::size_t row) const {
    return std::visit([=](const auto& column) { return as_number(column[row]); },
                      input_->features[f].column);
  }
  /// The threshold between two neighbouring values.
  double threshold(std::size_t f, double low, double high) const {
    return input_->features[f].threshold(low, high);
  }
  /// The codes of a categorical feature; below 0 is missing.  Where there are few, bins say the
  /// same and lie closer together.
  const CodeColumn& codes(std::size_t f) const {
    return std::get<CodeColumn>(input_->features[f].column);
  }

 private:
  void assign_slots();
  bool encode_rows(std::size_t begin, std::size_t end, std::vector<std::uint8_t>& broken,
                   Pulse& pulse);

  const Input* input_;
  std::size_t n_rows_;
  std::shared_ptr<std::vector<EncodedFeature>> features_;
  std::vector<std::uint32_t> binned_, two_valued_;
  std::vector<bool> whole_numbers_;  ///< bins rely on all values being whole numbers
  /// bins, then bits, of one row after another
  std::shared_ptr<LargeArray<std::uint8_t>> records_;
  const std::uint8_t* first_ = nullptr;  ///< of the records
  std::size_t record_size_ = 0;
  std::size_t n_words_ = 0;
};

}  // namespace arboretum::fast
