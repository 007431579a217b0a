#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/judged.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// Turns 64 words of 64 bits around: bit i of word k becomes bit k of word i.
inline void transpose(std::array<std::uint64_t, 64>& words) {
  std::uint64_t mask = 0x00000000ffffffff;
  for (std::size_t width = 32; width != 0; width >>= 1, mask ^= mask << width)
    for (std::size_t k = 0; k < 64; k = ((k | width) + 1) & ~width) {
      const std::uint64_t swapped = ((words[k] >> width) ^ words[k | width]) & mask;
      words[k] ^= swapped << width;
      words[k | width] ^= swapped;
    }
}

/// The best tree of depth two where every column has two ranks, from how many rows of each kind
/// have two columns at once: all trees of two questions follow from these.
///
/// Rows are of one kind if they cost the same and stand for as many samples.
class PairCounts {
 public:
  using Costs = ClassCosts;
  using Value = Costs::Value;

  explicit PairCounts(const Problem<Costs>& problem) : problem_(problem) {
    for (const Column& column : problem.columns) fits_ = fits_ && column.n_ranks == 2;
    if (!fits_) return;
    std::map<std::vector<Value>, std::size_t> kinds;
    std::vector<std::size_t> kind_of(problem.n_rows);
    const std::size_t width = problem.costs.width();
    for (std::size_t row = 0; row < problem.n_rows && kinds.size() <= most_kinds; ++row) {
      const Value* own = problem.costs.of(Row(row));
      std::vector<Value> kind(own, own + width);
      kind.push_back(problem.count[row]);
      kind_of[row] = kinds.emplace(std::move(kind), kinds.size()).first->second;
    }
    fits_ = kinds.size() <= most_kinds;
    if (!fits_) return;
    kinds_.resize(kinds.size());
    for (const auto& [kind, place] : kinds) kinds_[place] = kind;
    write_bits(kind_of);
  }

  /// Whether this problem can be solved so.
  bool fits() const { return fits_; }

  Found<Value> solve(const Rows<Value>& rows, int leaves) {
    count(rows);
    return choose(rows, leaves);
  }

  /// Of each column the first question and what it costs.
  const std::vector<Judged<Value>>& firsts() const { return firsts_; }

  /// Calls `take` with what few leaves cost on both sides of every cut, column by column.
  template <class Take>
  void each_cut(const Rows<Value>& rows, const Take& take) {
    count(rows);
    const Value alpha = problem_.alpha, unit = problem_.costs.unit();
    const std::size_t width = all_.size();
    std::vector<Value> rest(width);
    const auto side = [&](const Value* sums, Value two, Value cell) {
      // Three leaves are one and two, or there are four at least.
      const Value more = 3 * alpha + std::min(alpha, cell == Costs::none ? alpha : cell * unit);
      return FewLeaves<Value>{problem_.costs.leaf(sums) + alpha,
                              two == Costs::none ? two : two * unit + 2 * alpha, more,
                              sums[width - 2] * unit};
    };
    for (std::size_t f = 0; f < active_.size(); ++f) {
      const Value* on_right = sums_.data() + f * width;
      for (std::size_t k = 0; k < width; ++k) rest[k] = all_[k] - on_right[k];
      if (std::min(rest.back(), on_right[width - 1]) < problem_.limits.min_count) continue;
      take(SettledCut<Value>{active_[f], rows.n - n_right_[f], 0,
                             side(rest.data(), best_[f].left_own, best_[f].left_cell),
                             side(on_right, best_[f].right_own, best_[f].right_cell)});
    }
  }

 private:
  static constexpr std::size_t most_kinds = 16;

  /// The least costs of two leaves on each side of a first question, and of the cheaper of both.
  struct Best {
    Value left_own, right_own, left_free, right_free, left_cell, right_cell;
  };

  void count(const Rows<Value>& rows) {
    gather(rows);
    constexpr Value none = Costs::none;
    fast::with_simd([&] {
      count_singles(rows);
      best_.assign(active_.size(), {none, none, none, none, none, none});
      if (problem_.costs.n_classes() == 2)
        count_pairs<2>();
      else
        count_pairs<0>();
    });
  }

  /// The bits of each row: its columns, then its kind.
  void write_bits(const std::vector<std::size_t>& kind_of) {
    const std::size_t p = problem_.columns.size();
    n_bits_ = p + kinds_.size();
    row_words_ = (n_bits_ + 63) / 64;
    bits_.assign(problem_.n_rows * row_words_, 0);
    for (std::size_t row = 0; row < problem_.n_rows; ++row) {
      std::uint64_t* own = bits_.data() + row * row_words_;
      for (std::size_t c = 0; c < p; ++c)
        own[c / 64] |= std::uint64_t(problem_.columns[c].rank[row]) << (c % 64);
      const std::size_t kind = p + kind_of[row];
      own[kind / 64] |= std::uint64_t{1} << (kind % 64);
    }
  }

  /// The rows of a node, 64 a word, column after column and kind after kind.
  void gather(const Rows<Value>& rows) {
    const auto list = rows.by(0);
    words_ = (rows.n + 63) / 64;
    node_.assign(row_words_ * 64 * words_, 0);
    std::array<std::uint64_t, 64> block;
    for (std::size_t w = 0; w < words_; ++w)
      for (std::size_t b = 0; b < row_words_; ++b) {
        block.fill(0);
        for (std::size_t i = w * 64; i < std::min(rows.n, w * 64 + 64); ++i)
          block[i % 64] = bits_[list[i] * row_words_ + b];
        transpose(block);
        for (std::size_t c = 0; c < 64; ++c) node_[(b * 64 + c) * words_ + w] = block[c];
      }
  }

  const std::uint64_t* column(std::size_t c) const { return node_.data() + c * words_; }
  const std::uint64_t* kind(std::size_t t) const { return column(problem_.columns.size() + t); }

  /// The columns with both ranks in the node, and the sums of the rows of rank 1.
  void count_singles(const Rows<Value>& rows) {
    const std::size_t width = problem_.costs.width() + 1;
    all_ = rows.sums;
    all_.push_back(rows.count);
    active_.clear();
    n_right_.clear();
    sums_.clear();
    std::vector<Value> sums(width);
    for (std::size_t c = 0; c < problem_.columns.size(); ++c) {
      std::fill(sums.begin(), sums.end(), 0);
      std::size_t n = 0;
      for (std::size_t t = 0; t < kinds_.size(); ++t) {
        std::size_t own = 0;
        for (std::size_t w = 0; w < words_; ++w)
          own += std::size_t(std::popcount(column(c)[w] & kind(t)[w]));
        n += own;
        for (std::size_t k = 0; k < width; ++k) sums[k] += kinds_[t][k] * Value(own);
      }
      if (n == 0 || n == rows.n || is_idle(sums)) continue;
      active_.push_back(c);
      n_right_.push_back(n);
      sums_.insert(sums_.end(), sums.begin(), sums.end());
    }
  }

  /// Whether a side is too light to pay for a leaf.
  bool is_idle(const std::vector<Value>& right) const {
    const Value most = right[right.size() - 2], all = all_[right.size() - 2];
    return std::min(most, all - most) * problem_.costs.unit() <= problem_.alpha;
  }

  template <std::size_t n_classes>
  void count_pairs() {
    const std::size_t classes = n_classes > 0 ? n_classes : problem_.costs.n_classes();
    const std::size_t width = classes + 2, n_kinds = kinds_.size();
    both_.resize(n_kinds * words_);
    cells_.resize(4 * width);
    for (std::size_t f = 0; f < active_.size(); ++f) {
      for (std::size_t t = 0; t < n_kinds; ++t)
        for (std::size_t w = 0; w < words_; ++w)
          both_[t * words_ + w] = column(active_[f])[w] & kind(t)[w];
      for (std::size_t g = f + 1; g < active_.size(); ++g) {
        const std::uint64_t* other = column(active_[g]);
        Value* const cell = cells_.data();
        std::fill(cell, cell + width, 0);
        for (std::size_t t = 0; t < n_kinds; ++t) {
          Value n = 0;
          for (std::size_t w = 0; w < words_; ++w)
            n += std::popcount(both_[t * words_ + w] & other[w]);
          for (std::size_t k = 0; k < width; ++k) cell[k] += kinds_[t][k] * n;
        }
        take<n_classes>(f, g, classes);
      }
    }
  }

  /// Both orders of two questions, given the sums of the rows that have rank 1 in both.
  template <std::size_t n_classes>
  void take(std::size_t f, std::size_t g, std::size_t classes) {
    const std::size_t width = classes + 2;
    const Value *on_f = sums_.data() + f * width, *on_g = sums_.data() + g * width;
    Value* const cell = cells_.data();
    for (std::size_t k = 0; k < width; ++k) {
      cell[width + k] = on_f[k] - cell[k];
      cell[2 * width + k] = on_g[k] - cell[k];
      cell[3 * width + k] = all_[k] - on_f[k] - on_g[k] + cell[k];
    }
    std::array<Value, 4> cost;
    std::array<bool, 4> exists, is_large, pays;
    const Value price = problem_.alpha / problem_.costs.unit();
    for (std::size_t i = 0; i < 4; ++i) {
      const Value* own = cell + i * width;
      Value most = own[0];
      for (std::size_t k = 1; k < classes; ++k) most = std::max(most, own[k]);
      cost[i] = own[classes] - most;
      exists[i] = own[classes + 1] > 0;
      is_large[i] = own[classes + 1] >= problem_.limits.min_count;
      pays[i] = most > price;
    }
    const auto side = [&](std::size_t i, std::size_t k, Value& own, Value& free, Value& cell) {
      const Value two = cost[i] + cost[k];
      if (exists[i] && exists[k]) free = std::min(free, two);
      if (!is_large[i] || !is_large[k]) return;
      own = std::min(own, two);
      if (pays[i]) cell = std::min(cell, cost[i]);
      if (pays[k]) cell = std::min(cell, cost[k]);
    };
    side(2, 3, best_[f].left_own, best_[f].left_free, best_[f].left_cell);
    side(0, 1, best_[f].right_own, best_[f].right_free, best_[f].right_cell);
    side(1, 3, best_[g].left_own, best_[g].left_free, best_[g].left_cell);
    side(0, 2, best_[g].right_own, best_[g].right_free, best_[g].right_cell);
  }

  Found<Value> choose(const Rows<Value>& rows, int leaves) {
    const Value alpha = problem_.alpha, unit = problem_.costs.unit();
    const Value leaf = problem_.costs.leaf(rows.sums.data()) + alpha;
    Found<Value> found{leaf, leaf, leaf, {}};
    firsts_.clear();
    const std::size_t width = all_.size();
    std::vector<Value> rest(width);
    for (std::size_t f = 0; f < active_.size(); ++f) {
      const Value* on_right = sums_.data() + f * width;
      for (std::size_t k = 0; k < width; ++k) rest[k] = all_[k] - on_right[k];
      const Value one_left = problem_.costs.leaf(rest.data()) + alpha,
                  one_right = problem_.costs.leaf(on_right) + alpha;
      const auto side = [&](Value one, Value two) {
        return two == Costs::none ? one : std::min(one, two * unit + 2 * alpha);
      };
      const Best& best = best_[f];
      found.free =
          std::min(found.free, side(one_left, best.left_free) + side(one_right, best.right_free));
      const std::int64_t count = on_right[width - 1];
      if (std::min(count, rows.count - count) < problem_.limits.min_count) continue;
      const Value left = side(one_left, best.left_own), right = side(one_right, best.right_own);
      const Value cost = leaves > 3 ? left + right : std::min(one_left + right, left + one_right);
      const int leaves_left = leaves > 3 || left + one_right <= one_left + right ? 2 : 1;
      firsts_.push_back({{std::int32_t(active_[f]), 0, leaves_left}, cost});
      if (cost >= found.best) continue;
      found.best = cost;
      found.split = firsts_.back().split;
    }
    found.bound = found.best;
    found.free = std::min(found.free, found.bound);
    return found;
  }

  const Problem<Costs>& problem_;
  bool fits_ = true;
  std::vector<std::vector<Value>> kinds_;
  std::size_t n_bits_ = 0, row_words_ = 0, words_ = 0;
  std::vector<std::uint64_t> bits_, node_, both_;
  std::vector<std::size_t> active_, n_right_;
  std::vector<Value> all_, sums_, cells_;
  std::vector<Best> best_;
  std::vector<Judged<Value>> firsts_;
};

}  // namespace arboretum::optimal
