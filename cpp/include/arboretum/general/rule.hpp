#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arboretum/general/node.hpp"
#include "arboretum/general/table.hpp"

namespace arboretum::general {

/// Decides that a node is a leaf, at three moments: the twin of `stopping/base.py`.
class Rule {
 public:
  virtual ~Rule() = default;
  /// Whether to stop before looking for a split.
  virtual bool stops(const OpenNode&) const { return false; }
  /// Whether `admit` keeps some candidates from competing.
  virtual bool admits_some_only() const { return false; }
  /// Clears the mark of candidates that may not compete.
  virtual void admit(const OpenNode&, const Branches&, const std::vector<double>& /*weights*/,
                     std::vector<std::uint8_t>& /*allowed*/) const {}
  /// Whether the best split found is not good enough.
  virtual bool rejects(const OpenNode&, const Choice&) const { return false; }
};

/// A rule by its name in Python, with its one number; "constant" has none.
std::unique_ptr<Rule> make_rule(const std::string& name, double value);

}  // namespace arboretum::general
