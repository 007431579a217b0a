#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "arboretum/core/feature_costs.hpp"
#include "arboretum/search_general/policy.hpp"
#include "arboretum/search_general/rule.hpp"
#include "arboretum/search_general/scorer.hpp"
#include "arboretum/search_general/selector.hpp"
#include "arboretum/search_general/splitter.hpp"
#include "arboretum/search_general/surrogate.hpp"

namespace arboretum::general {

enum class Order { depth, level, best };

/// Everything that decides how a tree is grown: the twin of `growing/recipe.py`.
struct Recipe {
  std::unique_ptr<Scorer> scorer;
  std::vector<Splitter> splitters;
  Selector selector;
  Policy policy;
  SurrogateLimits surrogates;
  std::vector<Rule> rules;
  Order order = Order::depth;
  std::optional<std::int64_t> max_leaf_nodes;
  std::optional<std::size_t> max_features;
  std::uint64_t seed = 0;
  std::size_t max_competitors = 0;  ///< splits that lost and are kept, a node
  std::optional<FeatureCosts> costs;
  std::vector<std::int32_t> split_features;  ///< those that may be asked about, ascending
  bool keeps_rows = false;                   ///< also of nodes that have rows of their own
};

}  // namespace arboretum::general
