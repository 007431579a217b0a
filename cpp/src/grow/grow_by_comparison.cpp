#include "arboretum/grow/class_criteria.hpp"
#include "by_criterion.hpp"
#include "grow_classes.hpp"

namespace arboretum::grow {

GrownTree grow_by_error(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                        Pulse& pulse) {
  return grow_classes<Compared<scores::Error>>(encoded, limits, n_threads, pulse);
}

GrownTree grow_by_gain_ratio(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                             Pulse& pulse) {
  return grow_classes<Compared<scores::GainRatio>>(encoded, limits, n_threads, pulse);
}

GrownTree grow_by_chi_square(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                             Pulse& pulse) {
  return grow_classes<Compared<scores::ChiSquare>>(encoded, limits, n_threads, pulse);
}

GrownTree grow_by_twoing(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                         Pulse& pulse) {
  return grow_classes<Compared<scores::Twoing>>(encoded, limits, n_threads, pulse);
}

}  // namespace arboretum::grow
