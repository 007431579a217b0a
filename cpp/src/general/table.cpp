#include "arboretum/general/table.hpp"

namespace arboretum::general {

std::size_t Table::read_bins(std::span<const Entry> entries) {
  bins.clear();
  rows.clear();
  std::size_t i = 0;
  for (; i < entries.size() && entries[i].code != kMissingCode; ++i) {
    if (!bins.empty() && bins.back() == entries[i].code) continue;
    bins.push_back(entries[i].code);
    rows.push_back(entries[i].row);
  }
  return i;
}

}  // namespace arboretum::general
