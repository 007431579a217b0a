#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/code_column.hpp"
#include "arboretum/core/column.hpp"
#include "arboretum/core/split.hpp"

namespace arboretum {

/// Rows grouped by branch; the last group stays at the node.
struct Routed {
  std::vector<std::int32_t> rows;
  std::vector<std::int64_t> offsets;  ///< arity + 2: group `b` is offsets[b] to offsets[b + 1]
};

/// Sends rows down the branches of a split, keeping their order within each.
template <class Values>
Routed route(const Values& column, std::span<const std::int32_t> rows, const SplitView& split,
             std::int32_t arity);

extern template Routed route(const Column<double>&, std::span<const std::int32_t>, const SplitView&,
                             std::int32_t);
extern template Routed route(const Column<float>&, std::span<const std::int32_t>, const SplitView&,
                             std::int32_t);
extern template Routed route(const CodeColumn&, std::span<const std::int32_t>, const SplitView&,
                             std::int32_t);

}  // namespace arboretum
