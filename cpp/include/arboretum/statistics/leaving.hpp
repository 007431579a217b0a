#pragma once

#include <cstddef>
#include <cstdint>

#include "arboretum/statistics/alike.hpp"

namespace arboretum {

/// Whether two groups of samples differ by more than chance explains.
bool differ(TestName test, const double* one, const double* other, std::size_t width,
            double log_alpha);

/// The branch that samples without a value go down: the heaviest, unless a test says that their
/// targets are not like those there; then the branch that they are most like.
///
/// `branches` are the statistics of the samples with a value, one branch after another.
std::int32_t branch_for_missing(TestName test, const double* missing, const double* branches,
                                std::size_t arity, std::size_t width, std::int32_t heaviest,
                                double log_alpha);

}  // namespace arboretum
