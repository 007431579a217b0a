#pragma once

#include <vector>

namespace arboretum::fast {

/// Makes room for `n` values in place of those that are there.  `resize` alone would keep the old
/// ones while it makes room for twice as many.
template <class T>
void renew(std::vector<T>& values, std::size_t n) {
  if (n > values.capacity()) values = {};
  values.resize(n);
}

}  // namespace arboretum::fast
