#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arboretum::grow {

/// The categories that occur at a node.
///
/// Keeps room for every category there is from one node to the next, and clears only what it
/// used: there may be a million.
class SeenCodes {
 public:
  /// Reads `code_at(i)` of n samples; a code below 0 is missing.
  template <class CodeAt>
  void read(std::size_t n_categories, std::size_t n, const CodeAt& code_at) {
    for (const std::int32_t code : codes_) position_of_[code] = -1;
    codes_.clear();
    position_of_.resize(std::max(position_of_.size(), n_categories), -1);
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t code = code_at(i);
      if (code < 0 || position_of_[code] >= 0) continue;
      position_of_[code] = 0;
      codes_.push_back(code);
    }
    std::ranges::sort(codes_);
    for (std::size_t i = 0; i < codes_.size(); ++i)
      position_of_[codes_[i]] = static_cast<std::int32_t>(i);
  }

  /// Those that occur, ascending.
  const std::vector<std::int32_t>& codes() const { return codes_; }
  /// Where a code that occurs stands among them.
  std::size_t position_of(std::int32_t code) const {
    return static_cast<std::size_t>(position_of_[code]);
  }

 private:
  std::vector<std::int32_t> codes_;
  std::vector<std::int32_t> position_of_;  ///< of each category; -1 where it does not occur
};

}  // namespace arboretum::grow
