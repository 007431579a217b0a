#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// Work on several lists side by side, one a lane.
///
/// The vectors are the compiler's own: on a machine without wide registers the same code takes
/// more instructions and gives the same numbers, bit for bit (no products are fused with sums).

namespace arboretum::fast {

constexpr std::size_t n_lanes = 8;

using Doubles = double __attribute__((vector_size(n_lanes * sizeof(double))));
using Longs = std::int64_t __attribute__((vector_size(n_lanes * sizeof(std::int64_t))));
using Words = std::uint64_t __attribute__((vector_size(n_lanes * sizeof(std::uint64_t))));
using Ints = std::int32_t __attribute__((vector_size(n_lanes * sizeof(std::int32_t))));

/// Whether code is compiled for wide registers, too.  Not for a sanitizer, whose checks make one
/// function of all that is run in them too long to compile.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define ARBORETUM_HAS_WIDE_REGISTERS 1
#else
#define ARBORETUM_HAS_WIDE_REGISTERS 0
#endif

/// What the machine can do, and what is used: less where a test asks for it.
enum class Simd : std::uint8_t { portable, avx2, avx512 };

inline Simd widest_simd() {
#if ARBORETUM_HAS_WIDE_REGISTERS
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
    return Simd::avx512;
  if (__builtin_cpu_supports("avx2")) return Simd::avx2;
#endif
  return Simd::portable;
}

inline std::atomic<Simd>& simd_in_use() {
  static std::atomic<Simd> level{widest_simd()};
  return level;
}

#if ARBORETUM_HAS_WIDE_REGISTERS
template <class Work>
__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"),
               flatten)) void run_avx512(const Work& work) {
  work();
}
template <class Work>
__attribute__((target("avx2"), flatten)) void run_avx2(const Work& work) {
  work();
}
#endif

/// Runs `work`, compiled once for each kind of machine, as this machine can do it best.
template <class Work>
void with_simd(const Work& work) {
#if ARBORETUM_HAS_WIDE_REGISTERS
  switch (simd_in_use().load(std::memory_order_relaxed)) {
    case Simd::avx512:
      return run_avx512(work);
    case Simd::avx2:
      return run_avx2(work);
    case Simd::portable:
      break;
  }
#endif
  work();
}

/// So many numbers fill a register.
template <std::size_t n>
struct Width {
  static constexpr std::size_t numbers = n;
};

/// The same, with the width of the registers as an argument: where vectors that are wider would not
/// stay in them.
template <class Work>
void with_simd_width(const Work& work) {
#if ARBORETUM_HAS_WIDE_REGISTERS
  switch (simd_in_use().load(std::memory_order_relaxed)) {
    case Simd::avx512:
      return run_avx512([&] { work(Width<8>{}); });
    case Simd::avx2:
      return run_avx2([&] { work(Width<4>{}); });
    case Simd::portable:
      break;
  }
#endif
  work(Width<2>{});
}

}  // namespace arboretum::fast
