#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "arboretum/core/question.hpp"
#include "arboretum/core/surrogates.hpp"
#include "arboretum/search_fast/ask_rows.hpp"
#include "arboretum/search_fast/block_categories.hpp"
#include "arboretum/search_fast/block_lists.hpp"

namespace arboretum::fast {

/// Counts how many samples of a node in a block a question about a feature sends the way that a
/// split does: the twin of `Agreement` where samples all weigh 1.
template <class Targets>
class BlockCounts {
 public:
  explicit BlockCounts(const BlockLists<Targets>& lists) : lists_(lists) {}

  /// Turns to a node whose split `side` of the lists tells.
  void begin(Stretch at) {
    at_ = at;
    sides_.resize(at.n);
    leads_.resize(lists_.side.size());
    const std::uint16_t* order = lists_.order(at);
    const std::uint8_t* side_of_id = lists_.side.data();
    std::uint8_t* sides = sides_.data();
    std::int8_t* leads = leads_.data();
    std::int32_t ahead = 0, n_answer = 0;
    for (std::uint32_t i = 0; i < at.n; ++i) {
      const std::uint8_t side = sides[i] = side_of_id[order[i]];
      const int lead = side == 0 ? 1 : -(side & 1);
      leads[order[i]] = static_cast<std::int8_t>(lead);
      ahead += lead;
      n_answer += lead & 1;
    }
    n_of_side_[0] = (n_answer + ahead) / 2;
    n_of_side_[1] = (n_answer - ahead) / 2;
  }

  /// Writes what share so many are of those that answer the split and the feature asked last.
  bool measure(std::int32_t agreeing, bool among_both, double& agreement, double& adjusted) const {
    const double reached[2] = {static_cast<double>(reached_[0]), static_cast<double>(reached_[1])};
    const double missing[2] = {static_cast<double>(n_of_side_[0] - reached_[0]),
                               static_cast<double>(n_of_side_[1] - reached_[1])};
    return Agreement::measure(agreeing, reached, missing, among_both, agreement, adjusted);
  }

  /// How many samples the best cut of a list sends the same way; less than 0 if there is no cut.
  std::int32_t most_of_list(const std::uint32_t* entries) {
    const std::uint32_t n_known = count_known(entries);
    std::int32_t high = -far, low = far;
    for_cuts(entries, n_known, [&](std::uint32_t, bool is_cut, std::int32_t ahead) {
      high = std::max(high, is_cut ? ahead : -far);
      low = std::min(low, is_cut ? ahead : far);
      return false;
    });
    return high == -far ? -1 : std::max(reached_[1] + high, reached_[0] - low);
  }

  /// After which entry the first of the best cuts of a list lies, if there is one.
  std::uint32_t locate(const std::uint32_t* entries, bool& is_reversed) {
    const std::int32_t most = most_of_list(entries);
    const std::int32_t high = most - reached_[1], low = reached_[0] - most;
    std::uint32_t cut = 0;
    for_cuts(entries, count_known(entries), [&](std::uint32_t i, bool is_cut, std::int32_t ahead) {
      if (!is_cut || (ahead != high && ahead != low)) return false;
      cut = i;
      is_reversed = ahead != high;
      return true;
    });
    return cut;
  }

  /// How many samples go the same way if each category of the c-th feature that has codes goes
  /// where most of it goes.
  std::int32_t most_of_codes(std::size_t c, const BlockCodes& at_node) {
    counts_.resize(std::max(counts_.size(), c + 1));
    std::vector<Sides>& counts = counts_[c];
    count_codes(at_node, counts);
    std::int32_t agreeing = 0, disagreeing = 0, first = 0;
    for (const std::uint16_t key : at_node.keys) {
      const Sides& sides = counts[key];
      agreeing += std::max(sides[0], sides[1]);
      disagreeing += std::min(sides[0], sides[1]);
      first += sides[0];
    }
    reached_[0] = first;
    reached_[1] = agreeing + disagreeing - first;
    return at_node.codes.size() < 2 || disagreeing < Agreement::min_samples ? -1 : agreeing;
  }

  /// Sends each category where most of it goes, as counted before; one that goes either way goes
  /// with most of all, and if that is nowhere, to `upper`.
  void group(std::size_t c, const BlockCodes& at_node, std::int32_t upper,
             Question& question) const {
    const std::vector<Sides>& counts = counts_[c];
    std::int32_t ahead = 0;
    for (const std::uint16_t key : at_node.keys) ahead += counts[key][0] - counts[key][1];
    const std::int32_t heavier = side_of(ahead, upper);
    for (std::size_t p = 0; p < at_node.codes.size(); ++p) {
      const Sides& sides = counts[at_node.keys[p]];
      if (sides[0] + sides[1] == 0) continue;
      question.codes.push_back(at_node.codes[p]);
      question.branches.push_back(side_of(sides[0] - sides[1], heavier));
    }
  }

 private:
  /// Beyond any lead.
  static constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max() / 2;

  /// Samples by side; there are three sides, and room for a fourth makes finding one a shift.
  using Sides = std::array<std::int32_t, 4>;

  static std::int32_t side_of(std::int32_t ahead, std::int32_t if_equal) {
    return ahead == 0 ? if_equal : ahead > 0 ? 0 : 1;
  }

  /// Counts in `reached_` what answers the split and a list; returns how many entries are known.
  std::uint32_t count_known(const std::uint32_t* entries) {
    reached_[0] = n_of_side_[0];
    reached_[1] = n_of_side_[1];
    std::uint32_t n = at_.n;
    for (; n > 0 && rank_of(entries[n - 1]) == missing_rank; --n)
      if (const std::uint8_t side = lists_.side[id_of(entries[n - 1])]; side != no_side)
        --reached_[side];
    return n;
  }

  /// Calls `work(i, is_cut, ahead)` after each entry of a list that has enough on both sides, until
  /// it says true; `ahead` is by how much the first branch leads the second up to the entry.
  template <class Work>
  void for_cuts(const std::uint32_t* entries, std::uint32_t n_known, const Work& work) const {
    const std::int8_t* leads = leads_.data();
    const auto lead = [&](std::uint32_t i) { return leads[id_of(entries[i])]; };
    std::int32_t n_below = 0, n_above = 0, ahead = 0;
    std::uint32_t i = 0, end = n_known;
    for (; i < n_known && n_below < Agreement::min_samples; ++i) {
      n_below += lead(i) != 0;
      ahead += lead(i);
    }
    while (end > 0 && n_above < Agreement::min_samples) n_above += lead(--end) != 0;
    if (i == 0) return;
    for (--i; i < end; ahead += lead(++i))
      if (work(i, rank_of(entries[i]) != rank_of(entries[i + 1]), ahead)) return;
  }

  /// Counts what the keys of the node hold; those of other nodes are left as they are.
  void count_codes(const BlockCodes& at_node, std::vector<Sides>& counts) const {
    if (counts.size() < at_node.n_keys) counts.resize(at_node.n_keys);
    for (const std::uint16_t key : at_node.keys) counts[key] = {};
    counts[at_node.n_keys - 1] = {};
    std::int32_t* flat = counts.data()->data();
    const std::uint16_t* keys = at_node.keys_of_samples.data();
    const std::uint8_t* sides = sides_.data();
    for (std::uint32_t i = 0; i < at_.n; ++i) ++flat[4 * keys[i] + sides[i]];
  }

  const BlockLists<Targets>& lists_;
  Stretch at_{};
  std::vector<std::uint8_t> sides_;  ///< of the samples of the node, in row order
  std::vector<std::int8_t> leads_;   ///< of each id: by how much it puts the first branch ahead
  std::int32_t n_of_side_[2] = {0, 0};
  std::int32_t reached_[2] = {0, 0};  ///< samples that answer the split and a feature, by side
  std::vector<std::vector<Sides>> counts_;  ///< of each feature that has codes, by key
};

}  // namespace arboretum::fast
