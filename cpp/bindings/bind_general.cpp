#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <string>

#include "arboretum/search_general/additive.hpp"
#include "arboretum/search_general/deviations.hpp"
#include "arboretum/search_general/growth.hpp"
#include "arboretum/search_general/linear_residuals.hpp"
#include "arboretum/search_general/vectors.hpp"
#include "arrays.hpp"
#include "features.hpp"
#include "grown_columns.hpp"
#include "look.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

using namespace general;

template <class T>
T get(const nb::dict& given, const char* name) {
  return nb::cast<T>(given[name]);
}

std::string name_of(const nb::dict& given) { return get<std::string>(given, "name"); }

/// A number that means nothing to most parts, which then do not name it.
double number_or(const nb::dict& given, const char* name, double otherwise) {
  return given.contains(name) ? nb::cast<double>(given[name]) : otherwise;
}

template <class T>
std::span<const T> matrix_of(const nb::dict& given, const char* name) {
  return cells_of<T>(array_in<Matrix<T>>(given, name), name);
}

/// Numbers that are all the same are read from one place: rows come in the order of features,
/// and every other place would have to be fetched.
///
/// With `shared` it is a copy in which rows can be shared out.
Column<double> numbers_of(const nb::dict& given, const char* name,
                          SharedColumns* shared = nullptr) {
  auto numbers = column_of<double>(array_in<Strided<double>>(given, name), name);
  std::size_t row = 1;
  while (row < numbers.size() && numbers[row] == numbers[0]) ++row;
  if (row >= numbers.size()) numbers = {&numbers[0], numbers.size(), 0};
  return shared != nullptr ? shared->add(numbers) : numbers;
}

std::size_t n_columns(const nb::dict& given, const char* name) {
  return array_in<Matrix<double>>(given, name).shape(1);
}

std::unique_ptr<general::Statistics> class_counts(const nb::dict& given, SharedColumns* shared) {
  const auto classes = matrix_of<std::int32_t>(given, "classes");
  const auto blocks = get<std::vector<std::size_t>>(given, "blocks");
  const Column<double> weights = numbers_of(given, "weights", shared),
                       counts = numbers_of(given, "counts", shared);
  const ClassBlocks all(classes, blocks, weights);
  for (std::size_t row = 0; row < weights.size(); ++row) all.check(static_cast<std::int32_t>(row));
  if (blocks.size() > 1)
    return std::make_unique<ClassCounts<ClassBlocks>>(all, counts, classes, blocks);
  const ClassWeights one({classes.data(), classes.size()}, blocks.at(0), weights);
  return std::make_unique<ClassCounts<ClassWeights>>(one, counts, classes, blocks);
}

std::unique_ptr<general::Statistics> sample_sums(const nb::dict& given, SharedColumns* shared) {
  const Column<double> counts = numbers_of(given, "counts", shared);
  auto contributions = matrix_of<double>(given, "contributions");
  const auto targets = matrix_of<double>(given, "targets");
  const std::size_t width = n_columns(given, "contributions");
  check_length("contributions", contributions.size(), counts.size() * width);
  check_length("targets", targets.size(), counts.size() * n_columns(given, "targets"));
  if (shared != nullptr) contributions = shared->add(contributions, width);
  return std::make_unique<SampleSums>(Sums(contributions, counts.size(), width), counts, targets,
                                      n_columns(given, "targets"));
}

LabelRows label_rows(const nb::dict& given, Column<double> weights) {
  const auto start = span_in<std::int64_t>(given, "start");
  const auto labels = span_in<std::int32_t>(given, "labels");
  const auto target_weights = span_in<double>(given, "target_weights");
  check_length("start", start.size(), weights.size() + 1);
  if (start.front() != 0 || start.back() != static_cast<std::int64_t>(labels.size()) ||
      !std::ranges::is_sorted(start))
    refuse("start does not divide the labels row by row");
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!is_within(labels[i], target_weights.size()))
      refuse(entry("labels", i, labels[i]) + ", but there are " +
             std::to_string(target_weights.size()) + " labels");
  return {start, labels, target_weights, weights};
}

/// Many targets at once: "labels", or numbers, "vectors" or "cells" if some are missing.
std::unique_ptr<general::Statistics> vectors(const nb::dict& given, const std::string& name,
                                             SharedColumns* shared) {
  const Column<double> weights = numbers_of(given, "weights", shared),
                       counts = numbers_of(given, "counts", shared);
  if (name == "labels")
    return std::make_unique<Vectors<LabelRows>>(label_rows(given, weights), counts);
  const auto targets = matrix_of<double>(given, "targets");
  const auto target_weights = span_in<double>(given, "target_weights");
  check_length("targets", targets.size(), weights.size() * target_weights.size());
  if (name == "cells")
    return std::make_unique<Vectors<CellRows>>(CellRows(targets, target_weights, weights), counts);
  return std::make_unique<Vectors<NumberRows>>(NumberRows(targets, target_weights, weights),
                                               counts);
}

bool are_vectors(const nb::dict& statistics) {
  const auto name = name_of(statistics);
  return name == "labels" || name == "vectors" || name == "cells";
}

std::unique_ptr<general::Statistics> linear_residuals(const nb::dict& given,
                                                      SharedColumns* shared) {
  const auto kind = get<std::string>(given, "kind");
  const bool is_of_remains = kind == "remaining";
  if (kind != "full" && kind != "single" && !is_of_remains)
    refuse("kind '" + kind + "' of fits is not known");
  const linear::Residuals residuals(
      {matrix_of<double>(given, "terms"), n_columns(given, "terms"),
       matrix_of<double>(given, "targets"), numbers_of(given, "weights", shared)},
      kind == "full" ? linear::FitKind::full : linear::FitKind::single,
      get<double>(given, "ridge"));
  const auto fitted = is_of_remains ? general::Fitted::remains : general::Fitted::targets;
  return std::make_unique<LinearResiduals>(residuals, fitted, numbers_of(given, "counts", shared));
}

/// `shared` is null where no row is shared out.
std::unique_ptr<general::Statistics> statistics_of(const nb::dict& given, SharedColumns* shared) {
  const auto name = name_of(given);
  if (name == "classes") return class_counts(given, shared);
  if (name == "sums") return sample_sums(given, shared);
  if (are_vectors(given)) return vectors(given, name, shared);
  if (name == "deviations")
    return std::make_unique<Deviations>(
        matrix_of<double>(given, "targets"), n_columns(given, "targets"),
        numbers_of(given, "weights", shared), numbers_of(given, "counts", shared));
  if (name == "linear_residuals") return linear_residuals(given, shared);
  refuse("statistics '" + name + "' are not known to the native grower");
}

std::unique_ptr<Scorer> class_scorer(const nb::dict& given, ClassBlock block) {
  const auto name = name_of(given);
  if (name == "altered_priors") {
    auto multipliers = get<std::vector<double>>(given, "multipliers");
    check_length("multipliers", multipliers.size(), block.n_classes);
    return make_altered_priors(class_scorer(get<nb::dict>(given, "criterion"), block),
                               std::move(multipliers));
  }
  if (name == "chi_square_p_value")
    return make_p_value_scorer(test_of(get<std::string>(given, "statistic")), block.first,
                               block.n_classes, make_class_scorer("gini", block, {}));
  if (name != "per_target")
    return make_class_scorer(name, block,
                             {number_or(given, "bits", 1.0), number_or(given, "max_odds", 0.0)});
  std::vector<std::unique_ptr<Scorer>> scorers;
  ClassBlock next{block.first, 0};
  for (const std::size_t n_classes : get<std::vector<std::size_t>>(given, "blocks")) {
    next.n_classes = n_classes;
    if (next.first + n_classes > block.first + block.n_classes)
      refuse("blocks hold more classes than the statistics");
    scorers.push_back(class_scorer(get<nb::dict>(given, "criterion"), next));
    next.first += n_classes;
  }
  return make_mean_scorer(std::move(scorers));
}

std::unique_ptr<Scorer> scorer_of(const nb::dict& given, const nb::dict& statistics,
                                  std::size_t width) {
  if (name_of(statistics) == "classes") return class_scorer(given, {0, width});
  const auto name = name_of(given);
  if (name == "vector_variance")
    return make_vector_scorer(
        {span_in<double>(statistics, "target_weights"), name_of(statistics) == "cells"});
  const std::size_t n_targets = n_columns(statistics, "targets");
  if (name == "f_p_value")
    return make_p_value_scorer(TestName::f, 0, width,
                               make_number_scorer("squared_error", n_targets, 0.0));
  return make_number_scorer(name, n_targets, number_or(given, "ddof", 0.0),
                            number_or(given, "root", 1.0));
}

/// The part names its test of classes; numbers have one only.
MergeOptions merge_options(const nb::dict& given, bool are_classes) {
  MergeOptions options;
  options.rules = {are_classes ? test_of(get<std::string>(given, "statistic")) : TestName::f,
                   get<double>(given, "alpha"), get<std::optional<double>>(given, "alpha_resplit"),
                   get<bool>(given, "exhaustive"), get<double>(given, "min_samples")};
  options.bonferroni = get<bool>(given, "bonferroni");
  options.n_bins = get<std::size_t>(given, "n_bins");
  if (!given["thresholds"].is_none())
    options.thresholds = get<std::vector<std::vector<double>>>(given, "thresholds");
  return options;
}

Splitter splitter_of(const nb::dict& given, bool are_classes) {
  const auto name = name_of(given);
  if (name == "threshold")
    return make_threshold(get<std::string>(given, "at") == "value",
                          get<double>(given, "class_share"), get<bool>(given, "gap_bits"));
  if (name == "multiway")
    return make_multiway(get<std::int64_t>(given, "max_categories"),
                         splitter_of(get<nb::dict>(given, "of_more"), are_classes));
  if (name == "fixed_order")
    return make_fixed_order(get<std::vector<std::vector<std::int64_t>>>(given, "ranks"));
  if (name == "grouped") return make_grouped(get<bool>(given, "charged"));
  if (name == "subset")
    return make_subset(get<std::string>(given, "search"), get<std::size_t>(given, "max_exhaustive"),
                       get<double>(given, "min_samples_category"), get<bool>(given, "descending"));
  if (name == "buckets")
    return make_buckets(get<std::string>(given, "method"), get<std::size_t>(given, "n"));
  if (name == "merge") return make_merge(merge_options(given, are_classes));
  if (name == "by_arity")
    return make_by_arity(get<std::vector<bool>>(given, "has_few"),
                         splitter_of(get<nb::dict>(given, "of_numbers"), are_classes),
                         splitter_of(get<nb::dict>(given, "of_categories"), are_classes));
  refuse("splitter '" + name + "' is not known to the native grower");
}

Level level_of(const nb::dict& given) {
  return {get<double>(given, "alpha"), get<bool>(given, "bonferroni"),
          get<bool>(given, "as_filter")};
}

Rule min_loss_of(const nb::dict& given, std::size_t width) {
  const auto loss = matrix_of<double>(given, "loss");
  check_length("loss", loss.size(), width * n_columns(given, "loss"));
  return make_min_loss(get<double>(given, "value"), {loss.begin(), loss.end()});
}

Rule rule_of(const nb::dict& given, std::size_t width, bool are_vectors) {
  const auto name = name_of(given);
  if (name == "min_risk" && nb::isinstance<nb::str>(given["loss"]))
    return make_min_squared_error(get<double>(given, "value"));
  if (name == "min_risk" && !given["loss"].is_none()) return min_loss_of(given, width);
  if (name == "chi_square")
    return make_chi_square(level_of(given),
                           small_counts_of(get<std::string>(given, "exact"),
                                           get<std::int64_t>(given, "n_simulations")),
                           get<std::uint64_t>(given, "random_state"));
  if (name == "f_test")
    return are_vectors ? make_vector_f_test(level_of(given)) : make_f_test(level_of(given));
  if (name == "significant") return make_significant(get<double>(given, "alpha"));
  if (name == "permutation")
    return make_permutation(get<double>(given, "alpha"), get<std::int32_t>(given, "n_permutations"),
                            get<std::uint64_t>(given, "random_state"));
  return make_rule(name, get<double>(given, "value"));
}

Selector selector_of(const nb::dict& given) {
  const auto name = name_of(given);
  if (name == "best") return make_best();
  if (name == "above_mean_gain") {
    const nb::object many = given["many"];  // None: no number of categories is
    const auto [first, last] = get<std::pair<double, double>>(given, "rows_per_class");
    return make_above_mean_gain(
        get<double>(given, "slack"), get<bool>(given, "charge"),
        many.is_none() ? std::numeric_limits<double>::infinity() : nb::cast<double>(many),
        {first, last});
  }
  refuse("selector '" + name + "' is not known to the native grower");
}

Policy policy_of(const nb::dict& given, bool are_classes, std::size_t width) {
  const auto name = name_of(given);
  if (name == "significant")
    return make_significant(are_classes ? TestName::likelihood_ratio : TestName::f, width,
                            get<double>(given, "alpha"));
  if (name == "error") return make_error(get<std::string>(given, "unseen") == "stays");
  if (name == "fractional") return make_fractional(get<bool>(given, "by_class"));
  if (name == "surrogate")
    return make_surrogate_policy(get<int>(given, "use") == 2 &&
                                 get<std::size_t>(given, "max_surrogates") > 0);
  return make_policy(name);
}

SurrogateLimits surrogates_of(const nb::dict& given) {
  if (name_of(given) != "surrogate") return {};
  return {get<std::size_t>(given, "max_surrogates"), get<int>(given, "use") > 0,
          get<int>(given, "style") == 1};
}

Order order_of(const std::string& name) {
  if (name == "depth") return Order::depth;
  if (name == "level") return Order::level;
  if (name == "best") return Order::best;
  refuse("order '" + name + "' is not known");
}

/// The features that may be asked about, ascending; nothing is given where all may.
std::vector<std::int32_t> split_features_of(nb::handle given, std::size_t n_features) {
  std::vector<std::int32_t> features(n_features);
  std::iota(features.begin(), features.end(), 0);
  if (given.is_none()) return features;
  features = nb::cast<std::vector<std::int32_t>>(given);
  for (std::size_t i = 0; i < features.size(); ++i)
    if (!is_within(features[i], n_features) || (i > 0 && features[i] <= features[i - 1]))
      refuse("split_features must be positions of features in ascending order");
  return features;
}

general::Recipe recipe_of(const nb::dict& given, const nb::dict& statistics, std::size_t width,
                          std::size_t n_features) {
  const bool are_classes = name_of(statistics) == "classes";
  general::Recipe recipe;
  recipe.scorer = scorer_of(get<nb::dict>(given, "criterion"), statistics, width);
  for (const nb::handle part : get<nb::list>(given, "splitters"))
    recipe.splitters.push_back(splitter_of(nb::cast<nb::dict>(part), are_classes));
  recipe.selector = selector_of(get<nb::dict>(given, "selector"));
  recipe.policy = policy_of(get<nb::dict>(given, "missing"), are_classes, width);
  recipe.surrogates = surrogates_of(get<nb::dict>(given, "missing"));
  for (const nb::handle rule : get<nb::list>(given, "rules"))
    recipe.rules.push_back(rule_of(nb::cast<nb::dict>(rule), width, are_vectors(statistics)));
  recipe.order = order_of(get<std::string>(given, "order"));
  recipe.max_leaf_nodes = get<std::optional<std::int64_t>>(given, "max_leaf_nodes");
  recipe.max_features = get<std::optional<std::size_t>>(given, "max_features");
  recipe.seed = get<std::uint64_t>(given, "seed");
  recipe.max_competitors = get<std::size_t>(given, "max_competitors");
  if (!nb::handle(given["costs"]).is_none())
    recipe.costs = costs_of(get<nb::dict>(given, "costs"), n_features);
  recipe.split_features = split_features_of(given["split_features"], n_features);
  recipe.keeps_rows = get<bool>(given, "keeps_rows");
  return recipe;
}

/// Nodes of another tree to go on from; they must have all rows between them.
std::vector<Start> starts_of(const nb::dict& given, std::size_t n_rows) {
  const auto sizes = get<std::vector<std::size_t>>(given, "n_rows");
  const auto depths = get<std::vector<std::int64_t>>(given, "depth");
  const auto keys = get<std::vector<std::uint64_t>>(given, "key");
  const auto asked = get<std::vector<std::vector<std::int32_t>>>(given, "asked");
  check_length("depth", depths.size(), sizes.size());
  check_length("key", keys.size(), sizes.size());
  check_length("asked", asked.size(), sizes.size());
  if (std::ranges::find(sizes, 0u) != sizes.end()) refuse("a node to go on from has no rows");
  check_length("rows", std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), n_rows);
  std::vector<Start> starts;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    starts.push_back({sizes[i], depths[i], keys[i], asked[i]});
  return starts;
}

nb::dict grow_general(nb::list columns, const std::vector<std::string>& kinds,
                      const std::vector<std::int32_t>& n_categories, const nb::dict& statistics,
                      const nb::dict& recipe, std::size_t n_threads, nb::object progress,
                      const std::optional<nb::dict>& starts, bool counts_work,
                      const std::vector<std::int32_t>& closed_left) {
  const RowSizes sizes{numbers_of(statistics, "weights"), numbers_of(statistics, "counts")};
  const std::size_t n_rows = sizes.counts.size();
  check_length("weights", sizes.weights.size(), n_rows);
  std::vector<Feature> features = features_of(columns, kinds, n_categories, n_rows);
  close_left(features, closed_left);
  SharedColumns shared;
  // Whether rows are spread does not depend on what is counted of them.
  const bool spreads = policy_of(get<nb::dict>(recipe, "missing"), false, 0).spreads;
  const auto counted = statistics_of(statistics, spreads ? &shared : nullptr);
  const general::Recipe parts = recipe_of(recipe, statistics, counted->width(), features.size());
  const std::vector<Start> from = starts ? starts_of(*starts, n_rows) : std::vector<Start>{};
  const double root_weight = starts ? nb::cast<double>((*starts)["root_weight"]) : 0.0;
  Look look(std::move(progress), n_rows);
  std::optional<WorkDone> work = work_to_count(counts_work, n_threads);
  const auto grow_tree = [&](Pulse& pulse) {
    Growth growth(parts, *counted, shared, features, sizes, n_threads, pulse);
    return starts ? growth.run_from(from, root_weight) : growth.run();
  };
  Grown grown = with_pulse(look, grow_tree, counter_of(work));
  look.end();
  nb::dict result = to_dict(std::move(grown), counted->width());
  put_work(work, result);
  return result;
}

}  // namespace

void bind_general(nb::module_& m) {
  m.def("grow_general", &grow_general, "columns"_a, "kinds"_a, "n_categories"_a, "statistics"_a,
        "recipe"_a, "n_threads"_a, "progress"_a.none(), "starts"_a.none() = nb::none(),
        "counts_work"_a = false, "closed_left"_a = std::vector<std::int32_t>{},
        "Grow a tree of any built-in parts; return its columns in the order of growth.");
}

}  // namespace arboretum
