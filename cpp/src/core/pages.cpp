#include "arboretum/core/pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <cstdint>

namespace arboretum {
namespace {

#ifdef __linux__
constexpr std::uintptr_t huge_page = std::uintptr_t{2} << 20;

/// Advises the system about the pages of this size that lie within.
void advise(void* begin, std::size_t n_bytes, std::uintptr_t page, int advice) {
  const auto from = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
  const auto to = (reinterpret_cast<std::uintptr_t>(begin) + n_bytes) / page * page;
  if (to > from) madvise(reinterpret_cast<void*>(from), to - from, advice);
}
#endif

}  // namespace

void prefer_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t n_bytes) {
#ifdef MADV_HUGEPAGE
  advise(begin, n_bytes, huge_page, MADV_HUGEPAGE);
#endif
}

void give_back([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t n_bytes) {
#ifdef __linux__
  constexpr std::size_t large = std::size_t{1} << 15;
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  if (n_bytes < large) return;
  advise(begin, n_bytes, page, MADV_DONTNEED);
#ifdef MADV_NOHUGEPAGE
  // Whatever comes to lie here may be small, and need only a little of a huge page.
  advise(begin, n_bytes, huge_page, MADV_NOHUGEPAGE);
#endif
#endif
}

}  // namespace arboretum
