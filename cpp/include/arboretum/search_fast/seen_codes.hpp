#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arboretum::fast {

/// The categories that occur at a node.
///
/// Keeps its memory from one node to the next.  Marks every category there is where samples are
/// not far fewer; there may be a million, and then the codes of the samples are sorted.
class SeenCodes {
 public:
  /// Reads `code_at(i)` of n samples; a code below 0 is missing.
  template <class CodeAt>
  void read(std::size_t n_categories, std::size_t n, const CodeAt& code_at) {
    if (n_categories <= most_marks * n)
      mark(n_categories, n, code_at);
    else
      sort(n, code_at);
    if (position_of_.size() <= n_categories) position_of_.resize(n_categories + 1);
    for (std::size_t i = 0; i < codes_.size(); ++i)
      position_of_[codes_[i] + 1] = static_cast<std::int32_t>(i);
    position_of_[0] = static_cast<std::int32_t>(codes_.size());
  }

  /// Those that occur, ascending.
  const std::vector<std::int32_t>& codes() const { return codes_; }
  /// Where a code that occurs stands among them; -1 stands behind the last.
  std::size_t position_of(std::int32_t code) const {
    return static_cast<std::size_t>(position_of_[code + 1]);
  }

 private:
  /// A sample that is sorted takes as long as so many categories that are asked for their mark.
  static constexpr std::size_t most_marks = 16;

  template <class CodeAt>
  void mark(std::size_t n_categories, std::size_t n, const CodeAt& code_at) {
    marks_.assign(n_categories + 1, 0);
    std::uint8_t* marks = marks_.data();  // the first is for what is missing
    for (std::size_t i = 0; i < n; ++i) marks[std::max(code_at(i), -1) + 1] = 1;
    codes_.resize(n_categories);
    std::int32_t* codes = codes_.data();
    std::size_t n_seen = 0;
    for (std::size_t code = 0; code < n_categories; ++code) {
      codes[n_seen] = static_cast<std::int32_t>(code);  // written over unless it was seen
      n_seen += marks[code + 1];
    }
    codes_.resize(n_seen);
  }

  template <class CodeAt>
  void sort(std::size_t n, const CodeAt& code_at) {
    codes_.clear();
    for (std::size_t i = 0; i < n; ++i)
      if (const std::int32_t code = code_at(i); code >= 0) codes_.push_back(code);
    std::ranges::sort(codes_);
    const auto twice = std::ranges::unique(codes_);
    codes_.erase(twice.begin(), twice.end());
  }

  std::vector<std::int32_t> codes_;
  std::vector<std::int32_t> position_of_;  ///< of -1, then of each category that occurs
  std::vector<std::uint8_t> marks_;
};

}  // namespace arboretum::fast
