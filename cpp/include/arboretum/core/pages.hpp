#pragma once

#include <cstddef>

namespace arboretum {

/// Tells the system that memory will be read all over: fewer, larger pages are found faster and
/// made faster.  Only advice; what is small, or no system that takes it, is left alone.
void prefer_huge_pages(void* begin, std::size_t n_bytes);

/// Gives pages back to the system whose contents are not needed any more, before they are freed:
/// freeing alone keeps them where something lies above them on the heap.  Only of what is large.
void give_back(void* begin, std::size_t n_bytes);

}  // namespace arboretum
