#pragma once

#include <memory>
#include <span>
#include <vector>

#include "arboretum/search_general/recipe.hpp"
#include "arboretum/search_general/source.hpp"
#include "arboretum/search_general/spread_cuts.hpp"

namespace arboretum::general {

/// Tables of the rows that siblings have in common, each a part of them.
///
/// A sibling's table is that of the rows it has alone, and a part of this one: nearly the same
/// as a table of all its rows, but added up in another order.
class SpreadTables {
 public:
  SpreadTables(const Recipe& recipe, const Statistics& statistics, const Source& source,
               const std::vector<Feature>& features);

  /// Counts rows whose shares `statistics` read now.
  void make(const SpreadRows& spread, std::span<const std::int32_t> features, std::size_t n_threads,
            Pulse& pulse);
  void forget() { of_ = nullptr; }

  /// Whether they help at a node.
  bool are_for(const Held& held) const { return of_ != nullptr && helps(held, of_); }
  /// Whether tables of the spread rows of a node would.
  static bool helps(const Held& held, const SpreadRows* spread) {
    return held.own && held.own->spread.get() == spread && held.own->parts.size() == 1 &&
           spread->rows.size() >= held.own->alone().size();
  }
  /// Whether there is one of a feature.
  bool has(std::int32_t feature) const { return has_[feature] != 0; }
  /// Of a feature with codes; of others see `sides`.
  const Table& table(std::int32_t feature) const { return *tables_[feature]; }
  const Sides& sides(std::int32_t feature) const { return sides_[feature]; }

 private:
  /// Makes the table of a feature, if estimates can be made from it.
  bool count(std::int32_t feature, const SpreadRows& spread);

  const Statistics& statistics_;
  const Source& source_;
  const SpreadRows* of_ = nullptr;
  std::vector<std::uint8_t> can_have_;  ///< one per feature
  std::vector<std::uint8_t> has_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<Sides> sides_;
};

}  // namespace arboretum::general
