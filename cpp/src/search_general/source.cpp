#include "arboretum/search_general/source.hpp"

#include <algorithm>
#include <numeric>

#include "arboretum/core/parallel.hpp"
#include "arboretum/statistics/rank.hpp"

namespace arboretum::general {
namespace {

/// Codes of a column, ascending with its values; below 0 is missing.
struct Codes {
  explicit Codes(const Feature& feature) {
    if (const auto* codes = std::get_if<CodeColumn>(&feature.column)) {
      of_row.resize(codes->size());
      for (std::size_t row = 0; row < of_row.size(); ++row) of_row[row] = (*codes)[row];
      n_codes = static_cast<std::size_t>(feature.n_categories);
    } else if (const auto* doubles = std::get_if<Column<double>>(&feature.column)) {
      take(rank(*doubles));
    } else {
      take(rank(std::get<Column<float>>(feature.column)));
    }
  }

  void take(Ranks&& ranks) {
    n_codes = ranks.distinct.size();
    of_row = std::move(ranks.codes);
    values = std::move(ranks.distinct);
  }

  std::vector<std::int32_t> of_row;
  std::vector<double> values;  ///< of a number, by code
  std::size_t n_codes = 0;
};

}  // namespace

Source::Source(const std::vector<Feature>& features, std::size_t n_rows,
               std::span<const std::int32_t> classes, bool keeps_values, bool spreads,
               std::size_t n_threads, Pulse& pulse)
    : features_(features),
      classes_(classes),
      keeps_values_(keeps_values),
      n_threads_(n_threads),
      pulse_(pulse),
      rows_(n_rows),
      spare_rows_(n_rows),
      lists_(features.size()),
      values_(features.size()),
      place_of_code_(features.size()),
      branch_of_row_(n_rows) {
  std::iota(rows_.begin(), rows_.end(), 0);
  if (spreads) gather_codes();
  std::size_t most = 0;
  for (const Feature& feature : features)
    most = std::max(most, static_cast<std::size_t>(std::max(feature.n_categories, 0)));
  branch_of_code_.resize(most, kNoBranch);
  const std::size_t n_parts = n_rows * features.size() < kMinShared ? 1 : n_threads;
  parallel_for(features.size(), n_parts, 1, pulse, [&](std::size_t begin, std::size_t end) {
    for (std::size_t feature = begin; feature < end; ++feature) {
      pulse.check();
      sort_feature(feature);
    }
  });
}

void Source::gather_codes() {
  std::vector<CodeColumn> columns;
  for (std::size_t feature = 0; feature < features_.size(); ++feature) {
    place_of_code_[feature] = columns.size();
    if (const auto* column = std::get_if<CodeColumn>(&features_[feature].column))
      columns.push_back(*column);
  }
  codes_.reserve(n_rows() * columns.size());
  for (std::size_t row = 0; row < n_rows(); ++row)
    for (const CodeColumn& column : columns) codes_.push_back(column[row]);
}

void Source::sort_feature(std::size_t feature) {
  WorkDone* const work = pulse_.work_done();
  if (work != nullptr && features_[feature].kind == Kind::numeric) work->sorted(n_rows());
  Codes codes(features_[feature]);
  if (keeps_values_) values_[feature] = std::move(codes.values);
  std::vector<std::size_t> next(codes.n_codes + 2, 0);
  const auto place = [&](std::int32_t code) {
    return code < 0 ? codes.n_codes : static_cast<std::size_t>(code);
  };
  for (const std::int32_t code : codes.of_row) ++next[place(code) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  lists_[feature].resize(codes.of_row.size());
  for (std::size_t row = 0; row < codes.of_row.size(); ++row) {
    const std::int32_t code = codes.of_row[row];
    lists_[feature][next[place(code)]++] = {code < 0 ? kMissingCode : code,
                                            static_cast<std::int32_t>(row)};
  }
}

std::vector<Held> Source::stretches(std::span<const Start> starts) {
  std::vector<Held> held;
  std::size_t end = 0;
  for (const Start& start : starts) {
    const std::size_t begin = end;
    end += start.n_rows;
    held.push_back({{begin, end}, nullptr});
    std::fill_n(branch_of_row_.begin() + std::ptrdiff_t(begin), start.n_rows,
                static_cast<std::int32_t>(held.size() - 1));
  }
  std::vector<std::int32_t> all(features_.size());
  std::iota(all.begin(), all.end(), 0);
  part_lists(everything(), held, all);
  return held;
}

std::span<const std::int32_t> Source::ask(const Held& held, const Question& question) {
  mark_branches(rows(held), question);
  return branch_of_row_;
}

bool Source::send(const Held& held, const Choice& choice) {
  read_shares(choice);
  mark_branches(rows(held), choice.question);
  mark_others(rows(held), choice);
  const auto spreads = [&](std::int32_t row) { return branch_of_row_[row] == kSpreads; };
  return held.own || std::ranges::any_of(rows(held), spreads);
}

/// Where rows that cannot answer go, group by group.
void Source::read_shares(const Choice& choice) {
  const auto arity = static_cast<std::size_t>(choice.question.arity);
  branch_of_group_.clear();
  for (auto first = choice.shares.begin(); first != choice.shares.end();
       first += std::ptrdiff_t(arity)) {
    const std::span shares(first, arity);
    const auto whole = std::ranges::find(shares, 1.0);
    const bool is_whole = whole != shares.end() &&
                          std::ranges::count_if(shares, [](double s) { return s > 0.0; }) == 1;
    branch_of_group_.push_back(is_whole ? static_cast<std::int32_t>(whole - shares.begin())
                                        : kSpreads);
  }
}

void Source::mark_branches(std::span<const std::int32_t> rows, const Question& question) {
  for (std::size_t i = 0; i < question.codes.size(); ++i)
    branch_of_code_[question.codes[i]] = question.branches[i];
  const auto mark = [&](const auto& column) {
    for (const std::int32_t row : rows) {
      const auto value = column[row];
      std::int32_t branch = kNoBranch;
      if (question.kind == SplitKind::presence)
        branch = is_missing(value);
      else if (question.kind == SplitKind::interval && !is_missing(value))
        branch = interval_branch(static_cast<double>(value), question.thresholds);
      else if (!is_missing(value))
        branch = branch_of_code_[static_cast<std::size_t>(value)];
      branch_of_row_[row] = branch;
    }
  };
  std::visit(mark, features_[question.feature].column);
  for (const std::int32_t code : question.codes) branch_of_code_[code] = kNoBranch;
}

void Source::mark_others(std::span<const std::int32_t> rows, const Choice& choice) {
  std::vector<std::int32_t> others;
  for (const std::int32_t row : rows)
    if (branch_of_row_[row] < 0) others.push_back(row);
  for (const Surrogate& surrogate : choice.surrogates) {
    if (others.empty()) return;
    mark_branches(others, surrogate.question);
    if (surrogate.is_reversed)
      for (const std::int32_t row : others)
        if (branch_of_row_[row] >= 0) branch_of_row_[row] = 1 - branch_of_row_[row];
    std::erase_if(others, [&](std::int32_t row) { return branch_of_row_[row] >= 0; });
  }
  for (const std::int32_t row : others) {
    branch_of_row_[row] = branch_of_group_.empty()
                              ? choice.question.missing_branch
                              : branch_of_group_[group_of(row, branch_of_group_.size())];
  }
}

std::vector<Held> Source::deal(Range range, std::int32_t arity) {
  const std::span<const std::int32_t> rows = std::span(rows_).subspan(range.begin, range.size());
  const auto n_children = static_cast<std::size_t>(arity);
  std::vector<std::size_t> next(n_children + 2, 0);
  for (const std::int32_t row : rows) ++next[place_of(row, n_children) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Held> children;
  for (std::size_t b = 0; b < n_children; ++b)
    children.push_back({{range.begin + next[b], range.begin + next[b + 1]}, nullptr});
  for (const std::int32_t row : rows) spare_rows_[next[place_of(row, n_children)]++] = row;
  std::copy_n(spare_rows_.begin(), range.size(), rows_.begin() + std::ptrdiff_t(range.begin));
  return children;
}

std::vector<Held> Source::deal_in_parts(const Held& held, const Choice& choice,
                                        std::span<const std::uint8_t> is_wanted) const {
  const std::span<const std::int32_t> rows = this->rows(held);
  const std::span<const double> shares = this->shares(held);
  const auto arity = static_cast<std::size_t>(choice.question.arity);
  const auto spread = std::make_shared<SpreadRows>();
  std::vector<Held> children(arity);
  for (std::size_t branch = 0; branch < arity; ++branch)
    if (is_wanted[branch] != 0) children[branch].own = std::make_shared<OwnRows>();
  const auto push = [&](auto& to, std::size_t i) {
    to.rows.push_back(rows[i]);
    to.shares.push_back(shares.empty() ? 1.0 : shares[i]);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int32_t branch = branch_of_row_[rows[i]];
    if (branch == kSpreads)
      push(*spread, i);
    else if (branch >= 0 && is_wanted[branch] != 0)
      push(*children[branch].own, i);
  }
  for (std::size_t branch = 0; branch < arity; ++branch) {
    if (is_wanted[branch] == 0) continue;
    OwnRows& own = *children[branch].own;
    children[branch].range = {0, own.rows.size()};
    if (spread->rows.empty()) continue;
    for (std::size_t i = branch; i < choice.shares.size(); i += arity)
      own.parts.push_back(choice.shares[i]);
    if (std::ranges::any_of(own.parts, [](double part) { return part > 0.0; })) own.spread = spread;
  }
  return children;
}

void Source::gather(Held& child) {
  if (!child.own || !child.own->spread || child.own->is_gathered) return;
  OwnRows& own = *child.own;
  const SpreadRows& spread = *own.spread;
  const std::size_t n_whole = own.rows.size(), n_groups = own.parts.size();
  std::swap(own.rows, own.not_spread);
  std::swap(own.rows, spare_.rows);
  std::swap(own.shares, spare_.shares);
  own.rows.resize(n_whole + spread.rows.size());
  own.shares.resize(own.rows.size());
  std::size_t n = 0, i = 0;
  const auto push = [&](std::int32_t row, double share) {
    own.rows[n] = row;
    own.shares[n++] = share;
  };
  for (std::size_t k = 0; k < spread.rows.size(); ++k) {
    const std::int32_t row = spread.rows[k];
    const double part = own.parts[group_of(row, n_groups)];
    if (!(part > 0.0)) continue;
    for (; i < n_whole && own.not_spread[i] < row; ++i) push(own.not_spread[i], spare_.shares[i]);
    push(row, spread.shares[k] * part);
  }
  for (; i < n_whole; ++i) push(own.not_spread[i], spare_.shares[i]);
  own.rows.resize(n);
  own.shares.resize(n);
  child.range = {0, n};
  own.is_gathered = true;
}

void Source::forget(Held& child) {
  if (!child.own) return;
  std::swap(spare_.rows, child.own->rows);
  std::swap(spare_.shares, child.own->shares);
  child.own = nullptr;
}

std::span<const Entry> Source::list(std::int32_t feature, const Held& held,
                                    std::vector<Entry>& room) const {
  if (!held.own) return std::span(lists_[feature]).subspan(held.range.begin, held.range.size());
  const OwnRows& own = *held.own;
  if (!has_list(feature, held)) {
    sort_categories(own.rows, codes(feature), room);
    return room;
  }
  if (!own.spread) return own.lists[feature];
  room.resize(own.rows.size());
  Entry* to = room.data();
  auto whole = own.lists[feature].begin();
  const auto end = own.lists[feature].end();
  const std::size_t n_groups = own.parts.size();
  for (const Entry& entry : own.spread->lists[feature]) {
    if (n_groups > 1 && !(own.parts[group_of(entry.row, n_groups)] > 0.0)) continue;
    while (whole != end && is_before(*whole, entry)) *to++ = *whole++;
    *to++ = entry;
  }
  std::copy(whole, end, to);
  return room;
}

void Source::part_lists(const Held& held, std::span<const Held> children,
                        std::span<const std::int32_t> features) {
  const bool is_in_place =
      std::ranges::none_of(children, [](const Held& child) { return child.own != nullptr; });
  for (const Held& child : children) {
    if (!child.own) continue;
    child.own->lists.resize(features_.size());
    if (child.own->spread) child.own->spread->lists.resize(features_.size());
  }
  const auto part = [&](std::int32_t feature, std::vector<Entry>& room) {
    if (is_in_place)
      part_list(feature, held.range, children, room);
    else if (!has_codes(feature))
      part_list_in_parts(feature, held, children, room);
  };
  if (n_threads_ == 1 || held.range.size() * features.size() < kMinShared) {
    for (const std::int32_t feature : features) part(feature, spare_entries_);
    return;
  }
  parallel_for(features.size(), n_threads_, 1, pulse_, [&](std::size_t begin, std::size_t end) {
    std::vector<Entry> room;
    for (std::size_t i = begin; i < end; ++i) part(features[i], room);
  });
}

void Source::part_list(std::int32_t feature, Range range, std::span<const Held> children,
                       std::vector<Entry>& others) {
  Entry* list = lists_[feature].data() + range.begin;
  const std::size_t n_first = children[0].range.size(), n_others = range.size() - n_first;
  others.resize(std::max(others.size(), n_others + 1));
  std::vector<std::size_t> next;  // where the next entry of each branch goes, last of none
  for (const Held& child : children) next.push_back(child.range.begin - range.begin - n_first);
  next.push_back(children.back().range.end - range.begin - n_first);
  next[0] = n_others;
  std::size_t n_kept = 0;  // never ahead of what is read
  // Written to both, kept by moving on: cheaper than a branch that cannot be foreseen.
  for (std::size_t i = 0; i < range.size(); ++i) {
    const Entry entry = list[i];
    const std::size_t group = place_of(entry.row, children.size());
    const std::size_t is_first = group == 0 ? 1 : 0;
    list[n_kept] = entry;
    others[next[group]] = entry;
    n_kept += is_first;
    next[group] += 1 - is_first;
  }
  std::copy_n(others.begin(), n_others, list + n_first);
}

void Source::part_list_in_parts(std::int32_t feature, const Held& held,
                                std::span<const Held> children, std::vector<Entry>& room) const {
  std::vector<std::vector<Entry>*> lists;
  std::vector<Entry>* spread = nullptr;
  for (const Held& child : children) {
    lists.push_back(child.own ? &child.own->lists[feature] : nullptr);
    if (!child.own) continue;
    child.own->lists[feature].reserve(child.own->alone().size());
    if (child.own->spread) spread = &child.own->spread->lists[feature];
  }
  for (const Entry& entry : list(feature, held, room)) {
    const std::int32_t branch = branch_of_row_[entry.row];
    std::vector<Entry>* to = nullptr;
    if (branch == kSpreads) to = spread;
    if (branch >= 0) to = lists[branch];
    if (to != nullptr) to->push_back(entry);
  }
}

}  // namespace arboretum::general
