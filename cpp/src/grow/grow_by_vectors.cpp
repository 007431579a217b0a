#include "arboretum/check.hpp"
#include "arboretum/grow/grower.hpp"
#include "arboretum/grow/vector_variance.hpp"
#include "by_criterion.hpp"

namespace arboretum::grow {

GrownTree grow_by_vector_variance(const Encoded& encoded, const Limits& limits,
                                  std::size_t n_threads, Pulse& pulse) {
  switch (encoded.input().target_weights.size()) {
    case 8:
      return Grower<VectorsOf<8>, VectorVarianceOf<8>>(encoded, limits, n_threads, pulse).run();
    case 16:
      return Grower<VectorsOf<16>, VectorVarianceOf<16>>(encoded, limits, n_threads, pulse).run();
    default:
      refuse("vectors have room for 8 or 16 numbers");
  }
}

}  // namespace arboretum::grow
