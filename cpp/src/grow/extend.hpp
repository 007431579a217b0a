#pragma once

#include <vector>

namespace arboretum::grow {

/// Puts all of a column behind another.
template <class T>
void extend(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace arboretum::grow
