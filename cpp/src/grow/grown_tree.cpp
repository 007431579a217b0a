#include "arboretum/grow/grown_tree.hpp"

namespace arboretum::grow {
namespace {

template <class T>
void extend(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void QuestionColumns::push(const Question& question) {
  feature.push_back(question.feature);
  kind.push_back(question.kind);
  missing_branch.push_back(question.missing_branch);
  threshold.push_back(question.threshold);
  n_branches.push_back(static_cast<std::int32_t>(question.branches.size()));
  extend(branches, question.branches);
}

}  // namespace arboretum::grow
