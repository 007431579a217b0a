#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

#include "arboretum/search_fast/subtree.hpp"

namespace arboretum::fast {

/// Grows a tree from encoded features, on several threads.
///
/// The tree is grown in pieces that threads take in turn: each node near the root is one, and
/// each whole subtree once it holds a sixteenth of the samples or less.  What is a piece does
/// not depend on the number of threads, and a node takes its histogram along, so the tree does
/// not either.
template <class Targets, class Criterion>
class Grower {
 public:
  Grower(const Encoded& encoded, const Criterion& criterion, const Limits& limits,
         std::size_t n_threads, Pulse& pulse)
      : growth_(encoded, criterion, limits), n_threads_(n_threads), pulse_(pulse) {}

  Grown run() {
    Open root = load();
    if (n_threads_ > 1 && root.size() >= min_parallel) return grow_pieces(std::move(root));
    GrowingTree tree = nothing();
    tree.reserve(most_nodes(), growth_.width + 1);
    SubtreeGrower<Targets, Criterion> here(growth_, n_threads_, pulse_);
    here.run(std::move(root), tree, [](Open&) { return false; });
    here.make_up(tree);
    return tree;
  }

 private:
  using Open = OpenNode<Targets>;

  /// Below this many rows starting threads costs more than they save.
  static constexpr std::size_t min_parallel = 16384;
  static constexpr std::size_t pieces_per_tree = 16;
  /// Pieces that may wait, for each thread: enough that none has to wait for work.
  static constexpr std::size_t max_waiting = 3;

  /// Part of the tree: a node and the pieces below it, or a whole subtree.
  struct Piece {
    Open node;
    GrowingTree tree;
    std::vector<Piece*> children;
  };

  /// How many nodes there can be; far more than memory holds are not counted.
  std::size_t most_nodes() const {
    constexpr std::size_t most = std::size_t{1} << 22;
    const auto depth =
        static_cast<std::size_t>(std::min<std::int64_t>(growth_.limits.max_depth, 21));
    return std::min({2 * growth_.samples.size(), std::size_t{2} << depth, most});
  }

  Open load() {
    const Encoded& encoded = growth_.encoded;
    const std::size_t n = growth_.samples.size();
    Open root{0, n, 0, -1, std::vector<double>(growth_.width + 1, 0.0), nullptr, {}};
    root.place.key = root_key(growth_.limits.seed);
    for (std::size_t i = 0; i < n; ++i) {
      growth_.samples[i] = growth_.targets.sample(encoded.input(), i);
      growth_.samples[i].row = encoded.input().row(i);
      growth_.targets.add(root.totals.data(), growth_.samples[i]);
    }
    growth_.root_weight = growth_.criterion.weight(root.totals.data());
    return root;
  }

  GrowingTree nothing() const { return GrowingTree(growth_.limits.following); }

  GrowingTree grow_pieces(Open&& root) {
    max_subtree_ = std::max(root.size() / pieces_per_tree, growth_.block_size);
    add(std::move(root));
    run_on_threads(n_threads_, pulse_, [&](std::size_t) {
      SubtreeGrower<Targets, Criterion> grower(growth_, 1, pulse_);
      while (Piece* piece = take()) hand_in(*piece, grow(*piece, grower));
    });
    GrowingTree tree = join();
    SubtreeGrower<Targets, Criterion>(growth_, n_threads_, pulse_).make_up(tree);
    return tree;
  }

  /// Grows a piece; returns the nodes below that are pieces of their own.
  std::vector<Open> grow(Piece& piece, SubtreeGrower<Targets, Criterion>& grower) {
    const bool is_subtree = piece.node.size() <= max_subtree_;
    // At the root the other threads have nothing else to do.
    grower.use_threads(piece.node.parent < 0 ? n_threads_ : 1);
    std::vector<Open> below;
    bool is_first = true;
    piece.node.parent = -1;
    grower.run(std::move(piece.node), piece.tree, [&](Open& node) {
      if (is_subtree || is_first) {
        is_first = false;
        return false;
      }
      below.push_back(std::move(node));
      return true;
    });
    return below;
  }

  Piece& add(Open&& node) {
    Piece& piece = pieces_.emplace_back(std::move(node), nothing(), std::vector<Piece*>());
    waiting_.push_back(&piece);
    return piece;
  }

  /// The largest piece that waits; null when there will be none any more.  Each keeps a histogram:
  /// where many wait, the smallest goes first, because little comes after it.
  Piece* take() {
    std::unique_lock held(lock_);
    while (waiting_.empty() && n_taken_ > 0) {
      if (has_changed_.wait_for(held, std::chrono::milliseconds(100)) == std::cv_status::timeout) {
        held.unlock();  // what is looked at may take its time
        pulse_.check();
        held.lock();
      }
    }
    if (waiting_.empty()) return nullptr;
    const auto [smallest, largest] = std::ranges::minmax_element(
        waiting_, {}, [](const Piece* piece) { return piece->node.size(); });
    const auto next = waiting_.size() > max_waiting * n_threads_ ? smallest : largest;
    Piece* piece = *next;
    waiting_.erase(next);
    ++n_taken_;
    return piece;
  }

  void hand_in(Piece& piece, std::vector<Open>&& below) {
    const std::lock_guard held(lock_);
    for (Open& node : below) piece.children.push_back(&add(std::move(node)));
    --n_taken_;
    has_changed_.notify_all();
  }

  /// One tree from the pieces, in pre-order.
  GrowingTree join() {
    std::size_t n_nodes = 0;
    for (const Piece& piece : pieces_) n_nodes += piece.tree.n_nodes();
    GrowingTree tree = nothing();
    tree.reserve(n_nodes, growth_.width + 1);
    std::vector<std::pair<Piece*, std::int32_t>> open{{&pieces_.front(), -1}};
    while (!open.empty()) {
      const auto [piece, above] = open.back();
      open.pop_back();
      const auto offset = static_cast<std::int32_t>(tree.n_nodes());
      for (std::int32_t& parent : piece->tree.parent) parent = parent < 0 ? above : parent + offset;
      tree.append(std::move(piece->tree));
      // Only a node by itself has pieces below.
      for (auto child = piece->children.rbegin(); child != piece->children.rend(); ++child)
        open.emplace_back(*child, offset);
    }
    return tree;
  }

  Growth<Targets, Criterion> growth_;
  std::size_t n_threads_;
  Pulse& pulse_;
  std::size_t max_subtree_ = 0;  ///< samples of a subtree that is one piece

  std::mutex lock_;  ///< of all below
  std::condition_variable has_changed_;
  std::deque<Piece> pieces_;  ///< the first holds the root
  std::vector<Piece*> waiting_;
  std::size_t n_taken_ = 0;
};

}  // namespace arboretum::fast
