#include "arboretum/general/policy.hpp"

#include "arboretum/check.hpp"

namespace arboretum::general {
namespace {

using Proposals = std::vector<Proposed>;

/// Scored on the known rows; a later missing value goes down the heaviest branch.
Candidates without_missing(std::size_t proposal) {
  return {proposal, kLeftOut, Candidates::heaviest, true, false};
}

void add_presence(const Table& table, Proposals& proposals, std::vector<Candidates>& candidates) {
  candidates.push_back({proposals.size(), 1, 1});
  proposals.push_back({propose_presence(), &table});
}

class Direction final : public Policy {
 public:
  void complete(const Table& table, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      if (proposals[p].table->missing_count == 0.0) {
        candidates.push_back(without_missing(p));
        continue;
      }
      const auto arity = static_cast<std::int32_t>(proposals[p].proposal->arity());
      for (std::int32_t branch = 0; branch < arity; ++branch)
        candidates.push_back({p, branch, branch});
    }
    if (table.missing_count > 0.0 && table.n_bins() > 0) add_presence(table, proposals, candidates);
  }
};

class Majority final : public Policy {
 public:
  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p)
      candidates.push_back({p, kLeftOut, Candidates::heaviest, true, true});
  }
};

class Branch final : public Policy {
 public:
  void complete(const Table& table, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      const auto own = static_cast<std::int32_t>(proposals[p].proposal->arity());
      candidates.push_back(proposals[p].table->missing_count == 0.0 ? without_missing(p)
                                                                    : Candidates{p, own, own});
    }
    if (table.n_bins() == 1 && table.missing_count > 0.0)
      add_presence(table, proposals, candidates);
  }
};

/// Nothing is missing: training data with missing values were refused.
class Error final : public Policy {
 public:
  explicit Error(bool unseen_stays) : unseen_stays_(unseen_stays) {}
  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      candidates.push_back(without_missing(p));
      if (unseen_stays_) candidates.back().goes_to = kNoBranch;
    }
  }

 private:
  bool unseen_stays_;
};

}  // namespace

std::unique_ptr<Policy> make_policy(const std::string& name) {
  if (name == "direction") return std::make_unique<Direction>();
  if (name == "majority") return std::make_unique<Majority>();
  if (name == "branch") return std::make_unique<Branch>();
  refuse("missing policy '" + name + "' is not known to the native grower");
}

std::unique_ptr<Policy> make_error(bool unseen_stays) {
  return std::make_unique<Error>(unseen_stays);
}

}  // namespace arboretum::general
