#pragma once

#include <cstddef>

namespace arboretum {

/// Tells the system that memory will be read all over: fewer, larger pages are found faster and
/// made faster.  Only advice; what is small, or no system that takes it, is left alone.
void prefer_huge_pages(void* begin, std::size_t n_bytes);

}  // namespace arboretum
