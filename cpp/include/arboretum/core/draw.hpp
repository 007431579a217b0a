#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arboretum {

/// Keys that decide which features compete at a node: the twin of `growing/draw.py`.
///
/// The draw depends on the seed and on where the node is in the tree, never on the order of
/// growth or the number of threads.
std::uint64_t root_key(std::uint64_t seed);
std::uint64_t child_key(std::uint64_t key, std::int32_t branch);

/// The features that compete at one node after another, where not all do.
class Draw {
 public:
  /// `max_features` of 0, or as many as there are: all compete.
  Draw(std::size_t max_features, std::size_t n_features);

  /// Whether only some features compete.
  bool is_made() const { return n_drawn_ > 0; }
  /// Draws for the node with this key.
  void turn_to(std::uint64_t key);
  bool has(std::uint32_t feature) const { return is_drawn_[feature] != 0; }
  /// Those that were drawn, in no order.
  std::span<const std::uint32_t> drawn() const { return std::span(features_).first(n_drawn_); }
  /// Those that were not, in the order in which they are tried if no drawn one can split.
  std::span<const std::uint32_t> others();

 private:
  std::size_t n_drawn_;
  std::vector<std::uint64_t> salts_;  ///< of each feature
  std::vector<std::pair<std::uint64_t, std::uint32_t>> lots_;
  std::vector<std::uint32_t> features_;  ///< by lot; sorted behind the drawn ones on request
  std::vector<std::uint8_t> is_drawn_;
};

}  // namespace arboretum
